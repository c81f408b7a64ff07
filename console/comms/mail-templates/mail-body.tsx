import { clsx } from 'clsx';
import { createElement, Fragment, type ReactNode } from 'react';
import { decodeEntities, LONE_LINK } from '../../../shared/comms/mail/mail-html.rules';
import styles from './mail-templates.module.css';

const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/gi;
const VOID = new Set(['br', 'hr']);
/** Represents a link that emails show as a button. */
const BUTTON = 'button';
/** Headings and links are shown, but are none of this page. */
const STAND_INS: Readonly<Record<string, { element: string; className: string | undefined }>> = {
  h1: { element: 'p', className: clsx(styles.mailHeading, styles.large) },
  h2: { element: 'p', className: styles.mailHeading },
  h3: { element: 'p', className: styles.mailHeading },
  a: { element: 'span', className: styles.mailLink },
  [BUTTON]: { element: 'span', className: styles.mailButton },
};
const SHOWN = new Set(['p', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'blockquote', 'br', 'hr']);

/** The simple HTML of an email's body as elements of this page: a browser that requires trusted types parses no HTML of ours. */
export function MailBody({ html }: { html: string }): ReactNode {
  return <div className={styles.mailBody}>{elementsOf(html.replace(LONE_LINK, BUTTON_HTML))}</div>;
}

const BUTTON_HTML = `<p><${BUTTON}>$2</${BUTTON}></p>`;

interface Open {
  tag: string;
  children: ReactNode[];
}

function elementsOf(html: string): ReactNode[] {
  const root: Open = { tag: '', children: [] };
  const open: Open[] = [root];
  const top = (): Open => open.at(-1) ?? root;
  const add = (node: ReactNode): void => {
    top().children.push(createElement(Fragment, { key: top().children.length }, node));
  };
  let end = 0;
  for (const match of html.matchAll(TAG)) {
    const [whole, slash, written = ''] = match;
    const tag = written.toLowerCase();
    add(decodeEntities(html.slice(end, match.index)));
    end = match.index + whole.length;
    if (VOID.has(tag)) add(createElement(tag));
    else if (!slash) open.push({ tag, children: [] });
    else if (open.length > 1) {
      const { tag: opened, children } = open.pop() ?? root;
      add(elementOf(opened, children));
    }
  }
  add(decodeEntities(html.slice(end)));
  return root.children;
}

function elementOf(tag: string, children: ReactNode[]): ReactNode {
  const standIn = STAND_INS[tag];
  if (standIn) return createElement(standIn.element, { className: standIn.className }, children);
  return SHOWN.has(tag) ? createElement(tag, null, children) : children;
}

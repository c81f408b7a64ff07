import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import styles from './privacy-request.module.css';

interface TextDecisionProps {
  /** The place of the text. */
  where: string;
  text: string;
  /** What was decided, in plain text, and how it is meant; absent while it waits. */
  decided?: { caption: string; tone: 'good' | 'warn' };
  undecided: string;
  note?: string | null;
  choices: readonly { caption: string; label: string; onChoose: () => void; isChosen: boolean }[];
  isOpen: boolean;
}

/** A text with what was decided about it, and the buttons to decide. */
export function TextDecision(props: TextDecisionProps): ReactNode {
  const { where, text, decided, undecided, note, choices, isOpen } = props;
  return (
    <li className="card">
      <span className="muted">{where}</span>
      <blockquote>{text}</blockquote>
      <div className={styles.privacyChoice}>
        <Badge tone={decided?.tone ?? 'plain'}>{decided?.caption ?? undecided}</Badge>
        {isOpen &&
          choices
            .filter(({ isChosen }) => !isChosen)
            .map(({ caption, label, onChoose }) => (
              <Button key={caption} kind="quiet" aria-label={label} onClick={onChoose}>
                {caption}
              </Button>
            ))}
      </div>
      {note && <p className="muted">{note}</p>}
    </li>
  );
}

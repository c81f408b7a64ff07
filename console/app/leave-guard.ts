import { createStore } from './store';

/** A form with changes that are not saved. */
interface ChangedForm {
  /** The key of its values while the page is loaded again. */
  draftKey: string;
  values: () => object;
  /** The dialog that contains it; null: the page itself. */
  scope: symbol | null;
}

const changed = new Map<symbol, ChangedForm>();
const DRAFTS = 'drafts';

/** The question that is open before a changed form is left; null while none is. */
export const leaveQuestion = createStore<{ leave: () => void; stay: () => void } | null>(null);

/** Says that a form has changes, or (null) has none any more. */
export function noteChanges(form: symbol, changes: ChangedForm | null): void {
  if (changes) changed.set(form, changes);
  else changed.delete(form);
}

/** Whether leaving, or closing the dialog that `scope` names, would lose something that was typed. */
export function hasChanges(scope?: symbol): boolean {
  return changedIn(scope).length > 0;
}

function changedIn(scope: symbol | undefined): symbol[] {
  return [...changed].filter(([, form]) => scope === undefined || form.scope === scope).map(([key]) => key);
}

/** Does `leave` at once, or after the user agreed to lose what was typed: in the dialog that `scope` names, or everywhere. */
export function whenFreeToLeave(leave: () => void, scope?: symbol): void {
  if (!hasChanges(scope)) {
    leave();
    return;
  }
  leaveQuestion.set({
    leave() {
      leaveQuestion.set(null);
      dropChanges(scope);
      leave();
    },
    stay: () => leaveQuestion.set(null),
  });
}

/** Discards what was typed, so that leaving needs no confirmation. */
export function dropChanges(scope?: symbol): void {
  for (const form of changedIn(scope)) changed.delete(form);
}

/** Stores what was typed in this tab for the same forms after the page was loaded again. */
export function storeDrafts(): void {
  const drafts = Object.fromEntries([...changed.values()].map(({ draftKey, values }) => [draftKey, values()]));
  sessionStorage.setItem(DRAFTS, JSON.stringify(drafts));
  changed.clear();
}

/** What was typed in this form before the page was loaded again, once. */
export function takeDraft(draftKey: string): object | undefined {
  const stored = sessionStorage.getItem(DRAFTS);
  if (stored === null) return undefined;
  const { [draftKey]: draft, ...others } = JSON.parse(stored) as Record<string, object>;
  if (Object.keys(others).length === 0) sessionStorage.removeItem(DRAFTS);
  else sessionStorage.setItem(DRAFTS, JSON.stringify(others));
  return draft;
}

/** Forgets what another user typed. */
export function dropDrafts(): void {
  sessionStorage.removeItem(DRAFTS);
  changed.clear();
}

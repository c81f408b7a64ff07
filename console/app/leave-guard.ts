import { createStore } from './store';

/** A form with changes that are not saved. */
interface ChangedForm {
  /** Under which name its values are kept when the session ends. */
  draftKey: string;
  values: () => object;
}

const changed = new Map<symbol, ChangedForm>();
const drafts = new Map<string, object>();

/** The question that is open before a changed form is left; null while none is. */
export const leaveQuestion = createStore<{ leave: () => void; stay: () => void } | null>(null);

/** Says that a form has changes, or (null) has none any more. */
export function noteChanges(form: symbol, changes: ChangedForm | null): void {
  if (changes) changed.set(form, changes);
  else changed.delete(form);
}

/** Whether leaving would lose something that was typed. */
export function hasChanges(): boolean {
  return changed.size > 0;
}

/** Does `leave` at once, or after the user agreed to lose what was typed. */
export function whenFreeToLeave(leave: () => void): void {
  if (!hasChanges()) {
    leave();
    return;
  }
  leaveQuestion.set({
    leave() {
      leaveQuestion.set(null);
      changed.clear();
      leave();
    },
    stay: () => leaveQuestion.set(null),
  });
}

/** Keeps what was typed in this tab's memory, until the same forms are shown again after the next sign-in. */
export function keepDrafts(): void {
  for (const { draftKey, values } of changed.values()) drafts.set(draftKey, structuredClone(values()));
  changed.clear();
}

/** What was typed in this form before the session ended, once. */
export function takeDraft(draftKey: string): object | undefined {
  const draft = drafts.get(draftKey);
  drafts.delete(draftKey);
  return draft;
}

/** Forgets what another user typed. */
export function dropDrafts(): void {
  drafts.clear();
}

import { createStore } from '../../app/store';
import { ApiError, ConnectionError } from '../../http/api-error';
import { queryClient } from '../../http/query-client';
import {
  type AnswerValue,
  type EvaluationForm,
  isSameAnswer,
  isWritable,
  NO_ANSWER,
  toAnswerInput,
  toAnswerValues,
} from './answer';
import type { Answering } from './answering';
import { type UnsentAnswer, UnsentAnswers } from './unsent-answers';

/** Quiet time after a change before it is sent. */
const SAVE_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 5_000;

/** How far saving is. */
export type SaveState =
  | { kind: 'unchanged' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** The service was not reached or failed; the next attempt follows by itself. */
  | { kind: 'waiting' }
  | { kind: 'refused'; error: unknown };

/** What the form shows. */
export interface SheetState {
  /** What is saved, with the unsent answers over it. */
  answers: ReadonlyMap<string, AnswerValue>;
  /** By item: what another tab or device saved instead of what is typed here. */
  conflicts: ReadonlyMap<string, AnswerValue>;
  save: SaveState;
}

/** The answers of one evaluation while they are written: saves them by itself, and loses none. */
export class AnswerSheet {
  public readonly state = createStore<SheetState>({
    answers: new Map(),
    conflicts: new Map(),
    save: { kind: 'unchanged' },
  });
  private readonly id: string;
  private readonly stored: UnsentAnswers;
  private readonly unsent: Map<string, UnsentAnswer>;
  private readonly conflicts = new Map<string, AnswerValue>();
  private saved = new Map<string, AnswerValue>();
  private revision = 0;
  private save: SaveState = { kind: 'unchanged' };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | null = null;
  /** Submitted or closed elsewhere: nothing is sent any more. */
  private isOver = false;

  public constructor(
    evaluation: EvaluationForm,
    private readonly answering: Answering,
  ) {
    this.id = evaluation.id;
    this.stored = new UnsentAnswers(answering.ownerId, evaluation.id);
    this.unsent = this.stored.all();
    this.adopt(evaluation);
    if (this.hasUnsentLeft()) this.publish({ kind: 'saving' });
  }

  /** Saves at once when the page is hidden and when the connection is back; returns how to stop. */
  public start(): () => void {
    const flush = (): void => void this.flush();
    document.addEventListener('visibilitychange', flush);
    globalThis.addEventListener('online', flush);
    if (this.unsent.size > 0) this.schedule(SAVE_AFTER_MS);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      globalThis.removeEventListener('online', flush);
      // A refusal, as of a session that ended, would only be repeated: the browser holds the answers for the next visit.
      if (this.save.kind !== 'refused') flush();
    };
  }

  /** Notes what the user answered. */
  public change(itemId: string, mine: AnswerValue): void {
    const base = this.unsent.get(itemId)?.base ?? this.saved.get(itemId) ?? NO_ANSWER;
    this.note(itemId, { mine, base });
    this.schedule(SAVE_AFTER_MS);
    this.publish(this.sending ? this.save : { kind: 'saving' });
  }

  /** Decides a conflict for the answer here, or for the saved one. */
  public decide(itemId: string, keepsMine: boolean): void {
    const theirs = this.conflicts.get(itemId);
    const mine = this.unsent.get(itemId)?.mine;
    if (!theirs || !mine) return;
    this.conflicts.delete(itemId);
    if (keepsMine) this.note(itemId, { mine, base: theirs });
    else this.forget(itemId);
    this.publish(this.unsent.size === 0 ? { kind: 'unchanged' } : this.save);
    void this.flush();
  }

  /** Sends what is unsent now. Returns whether everything is saved. */
  public async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    while (this.sending) await this.sending;
    const batch = [...this.unsent].filter(([itemId]) => !this.conflicts.has(itemId));
    if (batch.length > 0 && !this.isOver) {
      this.sending = this.send(batch).finally(() => {
        this.sending = null;
      });
      await this.sending;
    }
    return this.unsent.size === 0;
  }

  /** Takes what the service has now; what differs from the unsent answers and from what they began with is a conflict. */
  public adopt({ revision, answers }: Pick<EvaluationForm, 'revision' | 'answers'>): void {
    if (revision < this.revision) return;
    this.revision = revision;
    this.saved = toAnswerValues(answers);
    const hadUnsent = this.unsent.size > 0;
    for (const [itemId, { mine, base }] of this.unsent) {
      const theirs = this.saved.get(itemId) ?? NO_ANSWER;
      if (isSameAnswer(theirs, mine)) this.forget(itemId);
      else if (isSameAnswer(theirs, base)) this.conflicts.delete(itemId);
      else this.conflicts.set(itemId, theirs);
    }
    // Sent before, by a request whose answer was lost: whoever read that it is not saved yet reads now that it is.
    this.publish(hadUnsent && this.unsent.size === 0 ? { kind: 'saved', at: new Date() } : this.save);
  }

  /** Throws away what can no longer be saved. */
  public discard(): void {
    for (const itemId of [...this.unsent.keys()]) this.forget(itemId);
    this.publish(this.save);
  }

  private async send(batch: readonly [itemId: string, UnsentAnswer][]): Promise<void> {
    this.publish({ kind: 'saving' });
    const body = { revision: this.revision, answers: batch.map(([itemId, { mine }]) => toAnswerInput(itemId, mine)) };
    try {
      const result = await this.answering.respond(this.id, body);
      for (const [itemId, sent] of batch) this.noteSent(itemId, sent.mine);
      this.save = { kind: 'saved', at: new Date() };
      this.cacheForNextVisit(result);
      this.adopt(result);
    } catch (error) {
      await this.handleFailure(error);
    }
    if (this.hasUnsentLeft()) this.schedule(this.save.kind === 'waiting' ? RETRY_AFTER_MS : SAVE_AFTER_MS);
  }

  private async handleFailure(error: unknown): Promise<void> {
    if (error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)) {
      this.publish({ kind: 'waiting' });
      return;
    }
    if (!(error instanceof ApiError) || error.status !== 409) {
      this.publish({ kind: 'refused', error });
      return;
    }
    try {
      const fresh = await this.answering.read(this.id);
      this.isOver = !isWritable(fresh);
      this.cacheForNextVisit(fresh);
      this.save = { kind: 'unchanged' };
      this.adopt(fresh);
    } catch (failure) {
      this.publish(failure instanceof ConnectionError ? { kind: 'waiting' } : { kind: 'refused', error: failure });
    }
  }

  /** Another look at this page begins with what is saved now. */
  private cacheForNextVisit(fresh: Partial<EvaluationForm>): void {
    queryClient.setQueryData<EvaluationForm>(
      this.answering.keyOf(this.id),
      (before) => before && { ...before, ...fresh },
    );
  }

  /** What was typed while it was on its way stays unsent, over what was sent. */
  private noteSent(itemId: string, sent: AnswerValue): void {
    const unsent = this.unsent.get(itemId);
    if (!unsent) return;
    if (isSameAnswer(unsent.mine, sent)) this.forget(itemId);
    else this.note(itemId, { mine: unsent.mine, base: sent });
  }

  private note(itemId: string, unsent: UnsentAnswer): void {
    this.unsent.set(itemId, unsent);
    this.stored.store(itemId, unsent);
  }

  private forget(itemId: string): void {
    this.unsent.delete(itemId);
    this.conflicts.delete(itemId);
    this.stored.drop(itemId);
  }

  private hasUnsentLeft(): boolean {
    return (
      !this.isOver &&
      this.save.kind !== 'refused' &&
      [...this.unsent.keys()].some((itemId) => !this.conflicts.has(itemId))
    );
  }

  private schedule(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), afterMs);
  }

  private publish(save: SaveState): void {
    this.save = save;
    const typed = [...this.unsent].map(([itemId, { mine }]) => [itemId, mine] as const);
    this.state.set({
      answers: new Map([...this.saved, ...typed]),
      conflicts: new Map(this.conflicts),
      save,
    });
  }
}

import type { ComponentType } from 'react';

type Loaded = Promise<{ default: ComponentType }>;

// Loaded before they are needed, since the connection may be lost then.

/** The question before a changed form is left. */
export const loadLeaveQuestion = async (): Loaded => ({ default: (await import('./leave-question')).LeaveQuestion });

/** The sign-in over a changed form whose session has ended. */
export const loadSignInAgain = async (): Loaded => ({ default: (await import('./sign-in-again')).SignInAgain });

import type { ComponentType } from 'react';
import type { DialogProps } from './dialog-props';

/** The code of dialogs: no page pays for it before one opens. Questions that must not fail load it before. */
export const loadModal = (): Promise<{ default: ComponentType<DialogProps> }> => import('./modal');

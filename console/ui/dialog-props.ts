import type { ReactNode } from 'react';

export interface DialogProps {
  title: string;
  /** That of the person whom the dialog is about. */
  face?: ReactNode;
  /** Shows something large, such as a form as others see it. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

import { Component, type ReactNode } from 'react';
import { retryTexts } from '../texts/load-texts';

/** Written here, since the file of texts may be what could not be loaded. */
const TEXTS = {
  en: { title: 'The page could not be shown', text: 'Check your connection, then try again.', action: 'Try again' },
  es: {
    title: 'No se ha podido mostrar la página',
    text: 'Compruebe su conexión y vuelva a intentarlo.',
    action: 'Volver a intentarlo',
  },
};

/** Shows a page, not a white screen, when something fails above every page: the texts, the frame, the session. */
export class WholeBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  public override state = { hasFailed: false };

  public static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  private readonly retry = (): void => {
    retryTexts();
    this.setState({ hasFailed: false });
  };

  public override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const { title, text, action } = TEXTS[globalThis.navigator.language.startsWith('es') ? 'es' : 'en'];
    return (
      <main className="card narrow">
        <div className="stack" role="alert">
          <h1>{title}</h1>
          <p>{text}</p>
          <p>
            <button type="button" onClick={this.retry}>
              {action}
            </button>
          </p>
        </div>
      </main>
    );
  }
}

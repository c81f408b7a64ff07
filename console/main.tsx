import { createRoot } from 'react-dom/client';
import { paintStoredAppearance } from './app/appearance';
import { Application } from './app/application';
import { paintBrand } from './app/brand';
import { guardBrowser } from './app/browser-location';
import { keepReadyMark } from './app/ready-mark';
import { allRoutes } from './routes';
// In the entry, so that the first page that anybody sees costs no further requests.
import './platform/sign-in/sign-in.page';
import './styles/tokens.css';
import './styles/base.css';

paintStoredAppearance();
paintBrand(null);
guardBrowser();
keepReadyMark();
const root = document.getElementById('root');
if (root) createRoot(root).render(<Application routes={allRoutes} />);

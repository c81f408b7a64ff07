import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compressAssets } from './compress-assets';
import { allRoutes } from './routes';

/** What the API has to know of the console (which addresses exist), and what the tests visit. */
const addresses = allRoutes.map(({ path, title, area, permission, scope, isForManagers }) => ({
  path,
  title,
  area,
  permission,
  scope,
  isForManagers: isForManagers === true,
}));
writeFileSync(resolve('build/console/addresses.json'), JSON.stringify(addresses, null, 2));
compressAssets(resolve('build/console/assets'));

import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SHARED = resolve(import.meta.dirname, '../shared');
const API = process.env.API_URL ?? 'http://localhost:3000';

/** The build of the console, and its development server in front of a running API (`npm run console:dev`). */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // The page is served at every address of the console, its files below /console/.
  base: command === 'build' ? '/console/' : '/',
  plugins: [react()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../build/console',
    emptyOutDir: true,
    target: 'es2023',
    // Browsers with `light-dark()`: lowered to a media query it would follow the system whatever the user chose.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The policy admits no inlined fonts or styles, and a chunk for each small file costs a request.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What every page needs is one file: a sign-in stays within its six requests.
    rolldownOptions: {
      // The rules of the service that a page names bring along nothing that it does not use, such as the sentences of all refusals.
      treeshake: { moduleSideEffects: (id) => !id.startsWith(SHARED) },
      output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } },
      checks: { ineffectiveDynamicImport: false }, // the sign-in page is in the entry on purpose: console/main.tsx
    },
  },
  server: {
    port: 5173,
    // changeOrigin stays off: cookies and the check of `Origin` see the address that the browser shows.
    proxy: Object.fromEntries(['/api', '/swagger', '/admin', '/health'].map((path) => [path, { target: API }])),
  },
}));

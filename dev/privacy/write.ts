import { writeFileSync } from 'node:fs';
import { privacyDocuments } from './documents';

for (const [path, content] of Object.entries(privacyDocuments())) writeFileSync(path, content);

import { writeFileSync } from 'node:fs';
import { writtenFiles } from './written';

for (const [file, text] of Object.entries(writtenFiles())) writeFileSync(file, text);

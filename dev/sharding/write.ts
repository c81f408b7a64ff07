import { writeFileSync } from 'node:fs';
import { SHARD_SCRIPT, shardScript } from './shard-script';

void shardScript().then((text) => writeFileSync(SHARD_SCRIPT, text));

import { setFlagsFromString } from 'node:v8';

/** Growth of the heap before V8 collects garbage; by default V8 lets the heap grow fourfold. */
const GROWTH_PERCENT = 100;

/** Makes V8 collect garbage sooner, so that a long job uses little more memory than it needs. */
export function collectSooner(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

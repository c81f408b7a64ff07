import type { ReadResult } from '../../http/use-read';

export type Heatmap = ReadResult<'/api/gap-heatmap'>;

import type { ReadResult } from '../../http/use-read';

export type Dashboard = ReadResult<'/api/dashboards/organizational'>;

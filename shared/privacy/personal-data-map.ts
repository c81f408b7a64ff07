import { GROWTH_DATA } from './growth-data';
import type { PersonalData } from './personal-data';
import { PLATFORM_DATA } from './platform-data';
import { PRIVACY_DATA } from './privacy-data';
import { WORK_DATA } from './work-data';

/** What every model stores about people. Access and erasure read nothing but this. */
export const PERSONAL_DATA: readonly PersonalData[] = [...WORK_DATA, ...GROWTH_DATA, ...PLATFORM_DATA, ...PRIVACY_DATA];

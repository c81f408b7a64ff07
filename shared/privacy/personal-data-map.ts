import { GROWTH_DATA } from './growth-data';
import type { PersonalData } from './personal-data';
import { PLATFORM_DATA } from './platform-data';
import { PRIVACY_DATA } from './privacy-data';
import { WORK_DATA } from './work-data';

/** The personal data of every model; the only source of access and erasure. */
export const PERSONAL_DATA: readonly PersonalData[] = [...WORK_DATA, ...GROWTH_DATA, ...PLATFORM_DATA, ...PRIVACY_DATA];

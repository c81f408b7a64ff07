/** The longest name of a competency, skill, department or job profile. */
export const MAX_NAME = 200;
/** The longest code of a competency, skill or job profile. */
export const MAX_CODE = 50;

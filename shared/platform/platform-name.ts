/** The name of the platform on its own sign-in page and in its own emails. */
export const PLATFORM_NAME = 'Evaluation service';

/** What the platform calls itself where no organization speaks: on its sign-in page and in its own emails. */
export const PLATFORM_NAME = 'Evaluation service';

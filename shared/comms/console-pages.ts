/** Pages of the console that emails and notifications lead to: paths below the address of an organization or the platform. */
export const CONSOLE_PAGES = {
  signIn: '/sign-in',
  resetPassword: '/reset-password',
  myEvaluations: '/my-evaluations',
  myEvaluation: (participantId: string) => `/my-evaluations/${participantId}`,
  myNominations: '/my-nominations',
  teamNominations: '/team-nominations',
  myResults: (cycleId: string) => `/my-results/${cycleId}`,
  myDevelopment: '/my-development',
  team: '/team',
  apiKeys: '/api-keys',
  profile: '/profile',
  survey: (surveyId: string) => `/surveys/${surveyId}`,
} as const;

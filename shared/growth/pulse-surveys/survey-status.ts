/** States of a pulse survey: each follows the one before it, and none comes back. */
export enum SurveyStatus {
  Draft = 'Draft',
  Open = 'Open',
  Closed = 'Closed',
}

/** How a question of a survey is answered: 0 to 10, 1 to 5, or in words. */
export enum QuestionType {
  Enps = 'Enps',
  Rating = 'Rating',
  Text = 'Text',
}

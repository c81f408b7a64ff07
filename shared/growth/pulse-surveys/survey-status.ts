/** Statuses of a pulse survey, in order; there is no way back. */
export enum SurveyStatus {
  Draft = 'Draft',
  Open = 'Open',
  Closed = 'Closed',
}

/** How a question is answered: 0 to 10, 1 to 5, or with free text. */
export enum QuestionType {
  Enps = 'Enps',
  Rating = 'Rating',
  Text = 'Text',
}

import { Body, Controller, Get, Path, Post, Put, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { BulkResult } from '../http/bulk';
import type { ErrorBody } from '../http/errors';
import type { ChangeComments } from './comments-bulk.dto';
import type { ComparisonView } from './comparison.dto';
import { getComparison } from './comparison.queries';
import type { ReleaseView, WithheldCommentView, WithholdComment } from './evaluation-results.dto';
import { releaseResults } from './results-release.service';
import { recordSubjectViewed } from './results-viewed.service';
import { withholdComment, withholdComments } from './withheld-comments.service';

@Route('api/evaluation-results')
@Tags('Evaluation results')
export class ResultsReleaseController extends Controller {
  /**
   * Releases the results of a Closed cycle to one subject, who is notified. Only in a cycle with the setting `release:
   * Manager`, by the subject's manager or HR. Releasing again has no effect. `publish` releases the results of all
   * others. Reopening the cycle withdraws both.
   * @summary Release the results of a subject
   */
  @Post('{cycleId}/subjects/{subjectId}/release')
  @Security('jwt', ['results:read'])
  @Response<ErrorBody>(404, 'NOT_FOUND: there are none, or you are neither the manager nor HR')
  @Response<ErrorBody>(409, 'CONFLICT: HR releases the results of this cycle, or it is not Closed')
  public async releaseResults(@Path() cycleId: string, @Path() subjectId: string): Promise<ReleaseView> {
    return releaseResults(cycleId, subjectId);
  }

  /**
   * Returns the subject's self-assessment and the others' assessment of each competency, and the others' assessment in an
   * earlier cycle. Everything is calculated from the figures that you can see: small groups remain hidden as in the results.
   * @summary Get the comparison of a subject's results
   * @param earlierId an earlier cycle; without it the last one before it that has the subject and that you may see
   */
  @Get('{cycleId}/subjects/{subjectId}/comparison')
  @Security('jwt', ['results:read'])
  @Response<ErrorBody>(404, 'NOT_FOUND: there are no results, or no such earlier cycle, that you may see')
  public async getComparison(
    @Path() cycleId: string,
    @Path() subjectId: string,
    @Query('with') earlierId?: string,
  ): Promise<ComparisonView> {
    const comparison = await getComparison(cycleId, subjectId, earlierId);
    await recordSubjectViewed(cycleId, subjectId);
    return comparison;
  }

  /**
   * Withholds a comment from the subject, the manager and every PDF, or shows it again. They only see how many comments
   * are withheld. If the evaluator changes a withheld comment, the new text remains withheld until you show it. The
   * audit log keeps the reason.
   * @summary Withhold or show a comment
   * @param commentId `id` of a comment in the results of the subject
   */
  @Put('{cycleId}/subjects/{subjectId}/comments/{commentId}')
  @Security('jwt', ['results:read-all'])
  @Response<ErrorBody>(404, 'NOT_FOUND: does not exist, or its text has changed')
  public async withholdComment(
    @Path() cycleId: string,
    @Path() subjectId: string,
    @Path() commentId: string,
    @Body() body: WithholdComment,
  ): Promise<WithheldCommentView> {
    return withholdComment(cycleId, subjectId, commentId, body);
  }

  /**
   * Applies an action to up to 200 comments about a subject: `withhold` or `show`, for the reason in `values`, all in
   * one transaction. `refused` lists comments that do not exist or whose text has changed. `dryRun` stores no change.
   * @summary Withhold or show several comments
   */
  @Post('{cycleId}/subjects/{subjectId}/comments/bulk')
  @Security('jwt', ['results:read-all'])
  public async withholdComments(
    @Path() cycleId: string,
    @Path() subjectId: string,
    @Body() body: ChangeComments,
  ): Promise<BulkResult> {
    return withholdComments(cycleId, subjectId, body);
  }
}

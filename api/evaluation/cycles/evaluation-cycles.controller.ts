import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { CalendarDate, Id, PageNumber, PageSize, Search } from '../../http/types';
import type { ParticipantOrder, ParticipantProgress, ParticipantView } from '../participants.dto';
import { participantPage } from '../participants.queries';
import { cycleCompletion } from './cycle-completion.queries';
import type { CyclePreparation } from './cycle-preparation.dto';
import { cyclePreparation } from './cycle-preparation.queries';
import type { CreateCycle, CycleCompletion, CycleView, UpdateCycle } from './evaluation-cycles.dto';
import { getCycle, listCycles } from './evaluation-cycles.queries';
import { createCycle, deleteCycle, updateCycle } from './evaluation-cycles.service';

const PATH = '/api/evaluation-cycles';

@Route('api/evaluation-cycles')
@Tags('Evaluation cycles')
@Security('jwt', ['cycles:manage'])
export class EvaluationCyclesController extends ResourceController {
  /**
   * Returns cycles, newest first, with the numbers of their evaluations.
   * @summary List evaluation cycles
   * @param status Draft, Open, InProgress, Closed or Archived, or its number 0 to 4
   * @param search part of the name
   * @param subjectId Only cycles in which this employee is evaluated
   */
  @Get()
  public async listEvaluationCycles(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() status?: string,
    @Query() search?: Search,
    @Query() subjectId?: Id,
  ): Promise<Page<CycleView>> {
    return pageOf(page, pageSize, (slice) => listCycles({ status, search, subjectId }, slice));
  }

  /**
   * Returns one cycle.
   * @summary Get an evaluation cycle
   */
  @Get('{id}')
  public async getEvaluationCycle(@Path() id: string): Promise<CycleView> {
    return this.tagged(await getCycle(id));
  }

  /**
   * Returns who evaluates whom, by subject, without answers.
   * @summary List the participants of a cycle
   * @param subjectId only evaluations of this employee
   * @param evaluatorId only evaluations by this employee
   * @param evaluatorType Self, Manager, Peer, DirectReport or Stakeholder, or its number 0 to 4
   * @param status InProgress, Submitted or Acknowledged, or its number 0 to 2
   * @param search part of the name, email address or code of the subject or the evaluator
   * @param departmentId only evaluations of subjects who were in this department when the cycle was generated
   * @param progress only evaluations that can still be answered: all of them, those without an answer, or those with one
   * @param sort by the subject's last name, by the subject's department or by how far the evaluation is, with a minus sign in
   * descending order; equal ones by last name
   * @param submittedOn only evaluations that were submitted on this day in the organization's time zone, by time
   */
  @Get('{id}/participants')
  public async listCycleParticipants(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() subjectId?: string,
    @Query() evaluatorId?: string,
    @Query() evaluatorType?: string,
    @Query() status?: string,
    @Query() search?: Search,
    @Query() submittedOn?: CalendarDate,
    @Query() departmentId?: Id,
    @Query() progress?: ParticipantProgress,
    @Query() sort?: ParticipantOrder,
  ): Promise<Page<ParticipantView>> {
    const filter = { subjectId, evaluatorId, evaluatorType, status, search, submittedOn, departmentId, progress };
    return pageOf(page, pageSize, (slice) => participantPage(id, filter, { ...slice, order: sort }));
  }

  /**
   * Returns how many of the evaluations are submitted, by evaluator type and by department of the subjects, and whether the
   * cycle is complete: it is Closed, all evaluators have submitted, and calibration, if used, is applied to all subjects.
   * @summary Get the completion of a cycle
   */
  @Get('{id}/completion')
  public async getCycleCompletion(@Path() id: string): Promise<CycleCompletion> {
    return cycleCompletion(id);
  }

  /**
   * Returns what you should know before you generate and open a cycle: how many employees are Active, and whose form
   * would have no item that counts toward the score, because all sections with such an item are `onlyRequired` and the
   * employee's job profile requires none of their competencies and skills. Before the generation these are Active
   * employees, after it the subjects of the cycle.
   * @summary Get the preparation of a cycle
   */
  @Get('{id}/preparation')
  public async getCyclePreparation(@Path() id: string): Promise<CyclePreparation> {
    return cyclePreparation(id);
  }

  /**
   * Creates a Draft cycle. It counts toward the plan's yearly limit (UTC calendar year).
   * @summary Create an evaluation cycle
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'PLAN_LIMIT_CYCLES')
  public async createEvaluationCycle(@Body() body: CreateCycle): Promise<CycleView> {
    return this.created(PATH, await getCycle(await createCycle(body)));
  }

  /**
   * Updates a cycle. Omitted fields, settings and weights keep their values; null clears a field. The template cannot
   * be changed once evaluations are generated. New weights of a Closed or Archived cycle change its scores immediately
   * and its gaps in a job (`gaps.state` is Calculating until it ends).
   * @summary Update an evaluation cycle
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: another template after the generation')
  public async updateEvaluationCycle(
    @Path() id: string,
    @Body() body: UpdateCycle,
    @Header('If-Match') ifMatch?: string,
  ): Promise<CycleView> {
    await updateCycle(id, body, expectedRevision(ifMatch));
    return this.tagged(await getCycle(id));
  }

  /**
   * Deletes a Draft cycle; it no longer counts toward the plan's limit.
   * @summary Delete an evaluation cycle
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: it is no Draft any more')
  public async deleteEvaluationCycle(@Path() id: string): Promise<void> {
    await deleteCycle(id);
    this.setStatus(204);
  }
}

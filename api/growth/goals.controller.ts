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
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize, Search } from '../http/types';
import type { CreateGoal, GoalTreeNode, GoalView, UpdateGoal } from './goals.dto';
import { getGoal, goalTree, listGoals } from './goals.queries';
import { createGoal, deleteGoal, updateGoal } from './goals.service';

const PATH = '/api/goals';

@Route('api/goals')
@Tags('Goals')
@Security('jwt', ['goals:use'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class GoalsController extends ResourceController {
  /**
   * The goals that the caller may see, the newest first: Company goals everybody; Department goals the members of that
   * very department, who leads it and the managers above members; Individual goals the owner and the managers above; HR
   * and the owner of a goal always.
   * @summary List goals
   * @param ownerEmployeeId goals of one employee
   * @param departmentId goals of one department
   * @param level Company, Department or Individual, or its number 0 to 2
   * @param status Draft, Active, Completed or Cancelled, or its number 0 to 3
   * @param search part of the title
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listGoals(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() ownerEmployeeId?: string,
    @Query() departmentId?: string,
    @Query() level?: string,
    @Query() status?: string,
    @Query() search?: Search,
  ): Promise<Page<GoalView>> {
    const request = pageRequest(page, pageSize);
    const { items, totalCount } = await listGoals({ ownerEmployeeId, departmentId, level, status, search }, request);
    return toPage(items, totalCount, request);
  }

  /**
   * All goals that the caller may see as a tree, siblings by title. A goal whose parent is not shown stands at the top.
   * @summary Read the tree of goals
   */
  @Get('tree')
  public async goalTree(): Promise<GoalTreeNode[]> {
    return goalTree();
  }

  /**
   * One goal with its key results and their last check-ins.
   * @summary Read a goal
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  public async getGoal(@Path() id: string): Promise<GoalView> {
    return this.tagged(await getGoal(id));
  }

  /**
   * Creates a goal, with key results if they are given. HR writes all goals; others their own Individual goals, those of
   * their direct reports, and the Department goals of departments that they lead. The goal above has the same or a wider
   * level; a tree is at most 10 goals deep.
   * @summary Create a goal
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION, also on the field that makes it a goal which the caller may not write')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken')
  public async createGoal(@Body() body: CreateGoal): Promise<GoalView> {
    return this.created(PATH, await getGoal(await createGoal(body)));
  }

  /**
   * Changes a goal: absent fields stay as they are, null clears. A goal cannot stand below itself. States follow one
   * another so: Draft to Active or Cancelled; Active to Draft, Completed or Cancelled; Completed to Active; Cancelled to
   * Draft or Active. Who may see a goal but not write it gets 403.
   * @summary Edit a goal
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: this state cannot follow; `status` is the current one')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateGoal(
    @Path() id: string,
    @Body() body: UpdateGoal,
    @Header('If-Match') ifMatch?: string,
  ): Promise<GoalView> {
    await updateGoal(id, body, ifMatch);
    return this.tagged(await getGoal(id));
  }

  /**
   * Deletes a goal without goals below it. Who may see a goal but not write it gets 403.
   * @summary Delete a goal
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND, also for a goal that the caller may not see')
  @Response<ErrorBody>(409, 'CONFLICT: goals stand below it')
  public async deleteGoal(@Path() id: string): Promise<void> {
    await deleteGoal(id);
    this.setStatus(204);
  }
}

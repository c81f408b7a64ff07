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
import type { ErrorBody, StateConflict } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { PageNumber, PageSize, Search } from '../../http/types';
import type { CreateGoal, GoalTreeNode, GoalView, UpdateGoal } from './goals.dto';
import { getGoal, goalTree, listGoals } from './goals.queries';
import { createGoal, deleteGoal, updateGoal } from './goals.service';

const PATH = '/api/goals';

@Route('api/goals')
@Tags('Goals')
@Security('jwt', ['goals:use'])
export class GoalsController extends ResourceController {
  /**
   * Returns the goals that you can see, newest first. Every user sees Company goals. Department goals are visible to
   * the members of that department, its head and the managers above its members. Individual goals are visible to
   * their owner and the managers above the owner. HR and the owner of a goal always see it.
   * @summary List goals
   * @param ownerEmployeeId goals of one employee
   * @param departmentId goals of one department
   * @param parentId child goals of one goal
   * @param level Company, Department or Individual, or its number 0 to 2
   * @param status Draft, Active, Completed or Cancelled, or its number 0 to 3
   * @param search part of the title
   */
  @Get()
  public async listGoals(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() ownerEmployeeId?: string,
    @Query() departmentId?: string,
    @Query() parentId?: string,
    @Query() level?: string,
    @Query() status?: string,
    @Query() search?: Search,
  ): Promise<Page<GoalView>> {
    const filter = { ownerEmployeeId, departmentId, parentId, level, status, search };
    return pageOf(page, pageSize, (slice) => listGoals(filter, slice));
  }

  /**
   * Returns all goals that you can see as a tree, siblings by title. A goal whose parent you cannot see is at the top
   * level.
   * @summary Get the goal tree
   */
  @Get('tree')
  public async goalTree(): Promise<GoalTreeNode[]> {
    return goalTree();
  }

  /**
   * Returns one goal with its key results and their latest check-ins.
   * @summary Get a goal
   */
  @Get('{id}')
  public async getGoal(@Path() id: string): Promise<GoalView> {
    return this.tagged(await getGoal(id));
  }

  /**
   * Creates a goal, optionally with key results. HR can create every goal. Other users can create their own
   * Individual goals, those of their direct reports, and Department goals of departments that they head. The parent
   * has the same or a wider level. A tree is at most 10 goals deep.
   * @summary Create a goal
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION, also on the field that makes it a goal which the caller may not write')
  public async createGoal(@Body() body: CreateGoal): Promise<GoalView> {
    return this.created(PATH, await getGoal(await createGoal(body)));
  }

  /**
   * Updates a goal. Omitted fields keep their values, null clears a field. A goal cannot become its own descendant.
   * Allowed transitions: Draft to Active or Cancelled; Active to Draft, Completed or Cancelled; Completed to Active;
   * Cancelled to Draft or Active. Users who can see a goal but not edit it get 403.
   * @summary Update a goal
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Response<StateConflict>(409, 'CONFLICT: the transition is not allowed; `status` is the current state')
  public async updateGoal(
    @Path() id: string,
    @Body() body: UpdateGoal,
    @Header('If-Match') ifMatch?: string,
  ): Promise<GoalView> {
    await updateGoal(id, body, expectedRevision(ifMatch));
    return this.tagged(await getGoal(id));
  }

  /**
   * Deletes a goal that has no child goals. Users who can see a goal but not edit it get 403.
   * @summary Delete a goal
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(409, 'CONFLICT: the goal has child goals')
  public async deleteGoal(@Path() id: string): Promise<void> {
    await deleteGoal(id);
    this.setStatus(204);
  }
}

import { proxyLocalActivities } from '@temporalio/workflow'
import { database } from '../retry.ts'
import type { IdentityActivities } from './activities.ts'

const { renewStatusLists } = proxyLocalActivities<IdentityActivities>(database)

/**
 * Has every status list signed again, as a schedule asks for it each hour. The issuer finds by the rows alone what is due, and signs lists that are older than
 * two hours in any case, so losing the schedule loses nothing.
 */
export async function statusLists(): Promise<number> {
  return renewStatusLists()
}

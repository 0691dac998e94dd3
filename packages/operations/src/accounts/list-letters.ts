import { listWaitingLetters } from '@gateway/db/accounts/letter-queries'
import type { WaitingLetter } from '@gateway/domain/accounts/letter'
import type { Context } from '../context.ts'

const MOST = 100

/** Letters that wait to be sent, the oldest hundred; not what they say nor to whom. */
export const listLetters = (ctx: Pick<Context, 'orm'>): Promise<WaitingLetter[]> => listWaitingLetters(ctx.orm.em.fork(), { most: MOST })

import { rememberState } from '../state/remember-state.ts'
import type { World } from '../state/world.ts'
import { expandAll, type Lookup } from '../wire/expand.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import { answerOf, failed, headersOf } from './answer-of.ts'
import type { Prepared } from './prepare-call.ts'
import { presentId } from './present.ts'

/** Carries a request out, and answers it. */
export function execute(world: World, { run, account, key, logged, expand }: Prepared): Answer {
  world.request = { id: logged.id, idempotencyKey: logged.idempotencyKey ?? null }
  try {
    const undo = expand.length > 0 && logged.method === 'POST' ? rememberState(world) : undefined
    const result = expanded(run(), { expand, undo, lookup: (id) => presentId(world, { account, id, key }) })
    logged.executed = true
    return jsonAnswer(200, result, headersOf(logged))
  } catch (error) {
    return answerOf(failed(error), logged)
  } finally {
    world.request = undefined
  }
}

interface Expansion {
  readonly expand: readonly string[]
  readonly undo: (() => void) | undefined
  readonly lookup: Lookup
}

/** A request whose answer cannot be expanded has done nothing: its refusal says so. */
function expanded(result: unknown, { expand, undo, lookup }: Expansion): unknown {
  try {
    return expandAll(result, expand, lookup)
  } catch (error) {
    undo?.()
    throw error
  }
}

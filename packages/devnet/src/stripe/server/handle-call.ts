import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiFault } from '../state/world.ts'
import { ApiError } from '../wire/api-error.ts'
import type { Answer } from './answer.ts'
import { answerOf, failed } from './answer-of.ts'
import type { Api } from './api.ts'
import { execute } from './execute.ts'
import { faultAnswers, takeApiFault, waitAs } from './faults.ts'
import { claimKey, storeAnswer, type KeyUse, keyUseOf, replay } from './idempotency.ts'
import { type Incoming, type Prepared, prepareCall } from './prepare-call.ts'
import { readParams } from './read-body.ts'
import { type LoggedRequest, logRequest } from './request-log.ts'

/** Answers a request to `/v1/…`, and logs it; 'close' means that the connection ends without an answer. */
export async function handleCall(api: Api, request: IncomingMessage, url: URL): Promise<Answer | 'close'> {
  const sent = await readParams(request, url).catch(failed)
  const logged = logRequest(api, request, { url, form: sent instanceof ApiError ? '' : sent.form })
  try {
    if (sent instanceof ApiError) throw sent
    return settle(logged, await answerCall(api, { request, url, sent, logged }))
  } catch (error) {
    return settle(logged, answerOf(failed(error), logged))
  }
}

interface Work extends Prepared {
  readonly use: KeyUse | undefined
  readonly fault: ApiFault | undefined
}

async function answerCall(api: Api, incoming: Incoming): Promise<Answer | 'close'> {
  const prepared = prepareCall(api, incoming)
  const { logged } = incoming
  const use = keyUseOf(incoming, prepared.account)
  const saved = use && claimKey(api.world, api.inFlight, use)
  const fault = takeApiFault(api.world, logged.method, logged.path)
  logged.fault = fault && `${fault.answer} ${fault.moment}`
  const work = { ...prepared, use, fault }
  // The way back can also fail for an answer that is repeated.
  if (saved) return afterwards(api, work, replay(saved, logged))
  try {
    return await carryOut(api, work)
  } finally {
    if (use) api.inFlight.delete(use.id)
  }
}

async function carryOut(api: Api, work: Work): Promise<Answer | 'close'> {
  const { world, stalls } = api
  const { use, fault, logged } = work
  if (world.behaviour.answerMs > 0) await pause(world.behaviour.answerMs)
  if (fault?.moment !== 'before')
    return afterwards(api, work, storeAnswer(world, { answer: execute(world, work), use, logged, isSaved: true }))
  await waitAs(fault, stalls)
  const early = faultAnswers[fault.answer]
  return early
    ? storeAnswer(world, { answer: early, use, logged, isSaved: fault.sticky ?? false })
    : storeAnswer(world, { answer: execute(world, work), use, logged, isSaved: true })
}

/** What arrives of an answer. */
async function afterwards({ world, stalls }: Api, { fault, use, logged }: Work, answer: Answer): Promise<Answer | 'close'> {
  if (!fault) return answer
  await waitAs(fault, stalls)
  const lost = faultAnswers[fault.answer]
  return lost ? storeAnswer(world, { answer: lost, use, logged, isSaved: fault.sticky ?? false }) : answer
}

function settle(logged: LoggedRequest, answer: Answer | 'close'): Answer | 'close' {
  logged.status = answer === 'close' ? undefined : answer.status
  return answer
}

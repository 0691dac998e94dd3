import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Answer, jsonAnswer } from '../server/answer.ts'
import type { Api } from '../server/api.ts'
import { ApiError } from '../wire/api-error.ts'
import { type ControlAction, controlActions } from './control-actions.ts'

/** Where the control begins. */
export const CONTROL_PREFIX = '/_control/'

/** Answers `POST /_control/<action>` with a JSON argument. */
export async function handleControl(api: Api, request: IncomingMessage, { pathname }: URL): Promise<Answer> {
  const name = pathname.slice(CONTROL_PREFIX.length)
  if (request.method !== 'POST' || !isAction(name)) return jsonAnswer(404, { message: `There is no action ${name}.` })
  try {
    const argument: unknown = JSON.parse((await text(request)) || '{}')
    // The one caller is StripeControl, whose types are those of the action.
    const act = controlActions[name] as (api: Api, argument: unknown) => unknown
    return jsonAnswer(200, act(api, argument) ?? null)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return jsonAnswer(error.status, error.body)
  }
}

const isAction = (name: string): name is ControlAction => Object.hasOwn(controlActions, name)

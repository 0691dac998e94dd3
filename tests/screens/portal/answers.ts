import type { AppRouter } from '@gateway/api/router'
import type { AnyTRPCProcedure, inferProcedureOutput } from '@trpc/server'

type Named<Routers, Prefix extends string = ''> = {
  [Name in keyof Routers & string]: Routers[Name] extends AnyTRPCProcedure
    ? { readonly name: `${Prefix}${Name}`; readonly answer: inferProcedureOutput<Routers[Name]> }
    : Named<Routers[Name], `${Prefix}${Name}.`>
}[keyof Routers & string]

/** What the portal is told, by procedure. */
export type Answers = { readonly [Procedure in Named<AppRouter['_def']['record']> as Procedure['name']]: Procedure['answer'] }

/** A refusal instead of an answer; a procedure that has `never` is never answered. */
export interface Refused {
  readonly status: number
  readonly code: string
  readonly error: string
}

export type Told = { readonly [Name in keyof Answers]?: Answers[Name] | Refused | 'never' }

/** What the server says when it cannot. */
export const broken: Refused = { status: 500, code: 'INTERNAL_ERROR', error: 'Something failed on our side' }

/** What asks for a confirmation first. */
export const unconfirmed: Refused = { status: 401, code: 'CONFIRMATION_REQUIRED', error: 'Confirm your identity first' }

/** When every picture is taken. */
export const NOW = new Date('2026-10-14T12:40:00.000Z')

const MINUTE_MS = 60_000

/** A time so many minutes before the pictures. */
export const ago = (minutes: number): string => new Date(NOW.getTime() - minutes * MINUTE_MS).toISOString()

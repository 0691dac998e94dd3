import type { VerifyCredentialInput } from '@gateway/contract/identity/credentials'
import { judgeForReader } from '@gateway/operations/identity/public/judge-for-reader'
import { readPasted } from '@gateway/operations/identity/public/read-pasted'
import { verifyPage } from '@gateway/pages/identity/verify-page'
import type { ServerContext } from '../context.ts'
import { readForm } from '../http/bodies/read-form.ts'
import type { Answer, ApiRequest, Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'

const PATH = '/verify'

/** Where anybody verifies a credential: pasted into a form, or by its id in the address. It changes nothing, so a form of any page may lead here. */
export const verifyPageRoutes = (api: ServerContext): Route[] => [
  { method: 'GET', path: PATH, cors: false, answer: (request) => showPage(api, request) },
  { method: 'POST', path: PATH, cors: false, answer: (request) => answerForm(api, request) },
]

function showPage(api: ServerContext, request: ApiRequest): Promise<Answer> {
  const id = new URLSearchParams(request.search).get('id')
  return id === null ? answerPage(request, (turn) => ({ page: verifyPage(turn) })) : answerTyped(api, request, { typed: id, query: { id } })
}

const answerForm = async (api: ServerContext, request: ApiRequest): Promise<Answer> =>
  answerTyped(api, request, { typed: (await readForm(request.message)).get('credential') ?? '' })

interface Typed {
  readonly typed: string
  readonly query?: Readonly<Record<string, string>>
}

async function answerTyped(api: ServerContext, request: ApiRequest, { typed, query = {} }: Typed): Promise<Answer> {
  const input: VerifyCredentialInput | undefined = readPasted(typed)
  const verdict = input && (await judgeForReader(api, input))
  const found = verdict ? { verdict } : { problem: typed.trim() === '' ? ('missing' as const) : ('unreadable' as const) }
  return answerPage(request, (turn) => ({ status: verdict ? 200 : 400, page: verifyPage({ ...turn, typed, query, ...found }) }))
}

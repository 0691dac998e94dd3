import type { NodeMood } from '../../support/node-proxy.ts'
import type { LieName } from './faults.ts'

const SENDING = /"(?:sendrawtransaction|eth_sendRawTransaction)"/
const LOOKING_UP = /^(?:getrawtransaction|eth_getTransactionByHash|eth_getTransactionReceipt)$/
const BAD_GATEWAY = '<html><body>502 Bad Gateway</body></html>'

/** The members of a request that lies depend on. */
interface Question {
  readonly id: number
  readonly method: string
}

/**
 * The lies of a node:
 * `refusing` accepts transactions and reports a failure; `stale` repeats its first answer to each request; `forgetful` knows no transaction;
 * `discreet` returns blocks without their logs; `away` and `silent` as in the proxy.
 */
export const moodOf: Readonly<Record<LieName, () => NodeMood>> = {
  away: () => 'away',
  silent: () => 'silent',
  refusing: () => (answer, question) => (SENDING.test(question) ? BAD_GATEWAY : answer),
  stale: () => {
    const told = new Map<string, string>()
    return (answer, question) => {
      if (SENDING.test(question)) return answer
      const first = told.get(question) ?? answer
      told.set(question, first)
      return first
    }
  },
  forgetful: () => (answer, question) => {
    // A request is one call or a batch: JSON-RPC 2.0, section 6.
    const asked = JSON.parse(question) as Question | Question[]
    const all = Array.isArray(asked) ? asked : [asked]
    if (!all.every(({ method }) => LOOKING_UP.test(method))) return answer
    const told = all.map(unknownTransaction)
    return JSON.stringify(Array.isArray(asked) ? told : told[0])
  },
  discreet: () => (answer, question) => {
    if (!question.includes('"eth_getLogs"')) return answer
    return JSON.stringify({ ...(JSON.parse(answer) as object), result: [] })
  },
}

/** The answer of each kind of node for an unknown transaction; the code is from `rpc/protocol.h` of Bitcoin Core. */
function unknownTransaction({ id, method }: Question): object {
  if (method !== 'getrawtransaction') return { jsonrpc: '2.0', id, result: null }
  return { jsonrpc: '2.0', id, error: { code: -5, message: 'No such mempool or blockchain transaction.' } }
}

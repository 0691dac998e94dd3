import type { NodeMood } from '../../support/node-proxy.ts'
import type { Family, LieName } from './chains.ts'

/** The words of a family for sending a transaction and for looking one up, with the answer for an unknown one. */
interface Words {
  readonly sending: string
  readonly unknown: Readonly<Record<string, Answer>>
}

/** The result or error for a question. */
type Answer = (asked: Question) => object

const words: Readonly<Record<Family, Words>> = {
  utxo: {
    sending: 'sendrawtransaction',
    // The code is from `rpc/protocol.h` of Bitcoin Core; bchd has the same.
    unknown: { getrawtransaction: () => ({ error: { code: -5, message: 'No such mempool or blockchain transaction.' } }) },
  },
  evm: {
    sending: 'eth_sendRawTransaction',
    unknown: { eth_getTransactionByHash: () => ({ result: null }), eth_getTransactionReceipt: () => ({ result: null }) },
  },
  solana: {
    sending: 'sendTransaction',
    unknown: { getSignatureStatuses: ({ params }) => ({ result: { context: { slot: 0 }, value: (params?.[0] ?? []).map(() => null) } }) },
  },
}

const SENDING = new RegExp(
  `"(?:${Object.values(words)
    .map(({ sending }) => sending)
    .join('|')})"`,
)
/** Answers for an unknown transaction, by method: no two families share one. */
const unknown: Readonly<Record<string, Answer>> = Object.assign({}, ...Object.values(words).map((one) => one.unknown))
const BAD_GATEWAY = '<html><body>502 Bad Gateway</body></html>'

/** The members of a request that lies depend on. */
interface Question {
  readonly id: number
  readonly method: string
  readonly params?: readonly (readonly unknown[])[]
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
    if (!all.every(({ method }) => Object.hasOwn(unknown, method))) return answer
    const told = all.map((one) => ({ jsonrpc: '2.0', id: one.id, ...unknown[one.method]?.(one) }))
    return JSON.stringify(Array.isArray(asked) ? told : told[0])
  },
  discreet: () => (answer, question) => {
    if (!question.includes('"eth_getLogs"')) return answer
    return JSON.stringify({ ...(JSON.parse(answer) as object), result: [] })
  },
}

import { createServer, type IncomingMessage, type Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { blockhash } from '@solana/kit'
import { tipOf } from '../ledger/ledger.ts'
import { BLOCKHASH_BLOCKS } from '../ledger/submit.ts'
import { accountMethods } from '../rpc/account-methods.ts'
import { blockMethods } from '../rpc/block-methods.ts'
import { controlMethods } from '../rpc/control-methods.ts'
import type { Methods } from '../rpc/method.ts'
import { addressAt, numberAt, type Params } from '../rpc/params.ts'
import { RpcError, rpcCodes } from '../rpc/rpc-error.ts'
import { transactionMethods } from '../rpc/transaction-methods.ts'
import { signAirdrop } from './airdrop.ts'
import type { KeptLedger } from './journal.ts'
import { stringifyExact } from './stringify-exact.ts'

interface Call {
  readonly id?: unknown
  readonly method: string
  readonly params?: Params
}

const readers: Methods = { ...blockMethods, ...accountMethods, ...transactionMethods }

/** Serves a chain as a node does: JSON-RPC 2.0 over HTTP on loopback, single calls and batches. */
export function serveRpc(kept: KeptLedger, { port, answerMs }: { port: number; answerMs: number }): Promise<Server> {
  const server = createServer((request, response) => {
    void answerBody(kept, request).then(async (body) => {
      if (answerMs > 0) await setTimeout(answerMs)
      response.setHeader('content-type', 'application/json')
      response.end(stringifyExact(body))
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

async function answerBody(kept: KeptLedger, request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const calls = parse(Buffer.concat(chunks).toString('utf8'))
  if (calls === undefined) return { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } }
  if (!Array.isArray(calls)) return answer(kept, calls as Call)
  const answers: unknown[] = []
  for (const call of calls as Call[]) answers.push(await answer(kept, call))
  return answers
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function answer(kept: KeptLedger, { id, method, params = [] }: Call): Promise<unknown> {
  try {
    return { jsonrpc: '2.0', id, result: await call(kept, method, params) }
  } catch (error) {
    const { code, message, data } = error instanceof RpcError ? error : new RpcError(rpcCodes.internal, String(error))
    return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
  }
}

async function call(kept: KeptLedger, method: string, params: Params): Promise<unknown> {
  const read = readers[method]
  if (read) return read(kept.ledger, params)
  const command = controlMethods[method]
  if (command) return kept.apply(command(params))
  if (method === 'requestAirdrop') return airdrop(kept, params)
  throw new RpcError(rpcCodes.methodNotFound, 'Method not found')
}

/** An airdrop is a payment like any other, in a block and with a signature. */
async function airdrop(kept: KeptLedger, params: Params): Promise<unknown> {
  const { hash, height } = tipOf(kept.ledger)
  const lifetime = { blockhash: blockhash(hash), lastValidBlockHeight: BigInt(height + BLOCKHASH_BLOCKS) }
  const wire = await signAirdrop(lifetime, { to: addressAt(params, 0), units: BigInt(numberAt(params, 1)) })
  return kept.apply({ kind: 'send', wire, skipPreflight: false })
}

import { createServer } from 'node:http'
import { syntheticBitcoin } from './synthetic-bitcoin.ts'
import type { BlockSize } from './synthetic-chain.ts'
import { syntheticEthereum } from './synthetic-ethereum.ts'

/** One call of a request (JSON-RPC 2.0). */
interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

// A process of its own, so that its memory is not the scanner's.
const [, , chain, size, port] = process.argv
const synthetic = (chain === 'BTC' ? syntheticBitcoin : syntheticEthereum)(size as BlockSize) // The bench passes one of the two.

const answerTo = ({ id, method, params }: Call) => {
  if (method === 'grow') synthetic.grow(Number(params[0]))
  return { jsonrpc: '2.0', id, result: synthetic.answer(method, params) ?? null }
}

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const calls = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | readonly Call[] // Only the bench sends requests.
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answerTo) : answerTo(calls as Call)))
  })
}).listen(Number(port), '127.0.0.1')

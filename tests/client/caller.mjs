/* A program of a shop: it has the installed package and nothing else, and calls what it is told to. */
import { createClient, GatewayError } from '@gateway/client'

process.on('message', async ({ id, options, name, parameters }) => {
  const outcome = await call({ options, name, parameters }).then(
    async (answer) => ({ answer: answer instanceof Blob ? await imageOf(answer) : answer }),
    (error) => ({ thrown: error instanceof GatewayError ? membersOf(error) : undefined, words: String(error) }),
  )
  process.send({ id, ...outcome })
})

async function call({ options, name, parameters }) {
  const found = name.split('.').reduce((node, part) => node?.[part], createClient(options))
  return found(...parameters)
}

function membersOf({ status, code, message, response, details, usage, requestId, retryAfterMs }) {
  return { status, code, message, response, details, usage, requestId, retryAfterMs }
}

const imageOf = async (blob) => ({ image: Buffer.from(await blob.arrayBuffer()).toString('base64'), type: blob.type })

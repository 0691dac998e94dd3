import type { AssetCode } from '@gateway/domain/money/asset'
import type { Pane } from '../parts/code-block.ts'
import type { Operation } from '../reference/operations.ts'
import { nodeSample } from './node.ts'
import { pythonSample } from './python.ts'
import { sampleRequest } from './sample-request.ts'
import { shellSample } from './shell.ts'

/** A program that calls an operation in each language. They run with the variables of the quick start. */
export function samplesOf(operation: Operation, assets: readonly AssetCode[]): Pane[] {
  const request = sampleRequest(operation, assets)
  return [
    { label: 'curl', language: 'sh', code: shellSample(request) },
    { label: 'Node', language: 'js', code: nodeSample(request) },
    { label: 'Python', language: 'py', code: pythonSample(request) },
  ]
}

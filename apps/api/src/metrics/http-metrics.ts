import { Histogram, type Registry } from 'prom-client'
import type { ServedRequest } from '../http/log-request.ts'

/** From a route without a query to one that waits for a connection. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts and times requests by route template, never by its parameters. */
export function observeRequests(registry: Registry): (served: ServedRequest) => void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route template and status: how many, and how long they took.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  return ({ method, route, status, seconds }) => durations.observe({ method, route, status: String(status) }, seconds)
}

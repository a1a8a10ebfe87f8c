/** Traces and metrics of OpenTelemetry. Without a configured SDK, its API does nothing. */
import {
  type Attributes,
  type Counter,
  type Histogram,
  metrics,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AppError } from '@/lib/errors'

/** The name of the instruments' scope. */
export const scope = 'afterword'

/** Seconds, as the semantic conventions for HTTP recommend. */
const explicitBucketBoundaries = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

// Created on first use, because instruments created before the SDK starts never record anything.
const histograms: Record<string, Histogram> = {}
const counters: Record<string, Counter> = {}

/** Records the time since `begunAt` (`performance.now()`) in a histogram. */
export function recordDuration(name: string, begunAt: number, attributes: Attributes): void {
  const options = { unit: 's', advice: { explicitBucketBoundaries } }
  histograms[name] ??= metrics.getMeter(scope).createHistogram(name, options)
  histograms[name].record((performance.now() - begunAt) / 1_000, attributes)
}

/** Increments a counter. */
export function count(name: string, attributes: Attributes): void {
  counters[name] ??= metrics.getMeter(scope).createCounter(name)
  counters[name].add(1, attributes)
}

/** Returns the code of an expected error, or the name of any other. */
export function errorType(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : typeof error
}

/**
 * Runs `work` in a span, and records its duration in the histogram `NAME.duration`.
 * @param attributes `work` may add to them; an error that it throws sets `error.type`
 */
export function measure<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const begunAt = performance.now()
  return trace.getTracer(scope).startActiveSpan(name, async (span) => {
    try {
      return await work()
    } catch (error) {
      attributes['error.type'] = errorType(error)
      throw error
    } finally {
      if (attributes['error.type']) span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttributes(attributes).end()
      recordDuration(`${name}.duration`, begunAt, attributes)
    }
  })
}

/** Global, because the custom server, which stops the SDK, is a separate bundle. */
const shared = globalThis as typeof globalThis & { afterwordTelemetry?: { stop: () => unknown } }
shared.afterwordTelemetry ??= { stop: () => {} }

/** Stops the SDK, if one is running, after sending what has been recorded. */
export const telemetry = shared.afterwordTelemetry

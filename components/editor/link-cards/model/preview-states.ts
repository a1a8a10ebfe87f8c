/** Maximum number of concurrent fetches. */
export const fetchesMax = 3

/** The state of the preview of one URL. `before` is the preview shown until a refresh completes. */
export type PreviewState<Preview> =
  | { step: 'waiting' | 'fetching'; anew: boolean; before?: Preview }
  /** `failure`: the error of the last refresh. */
  | { step: 'done'; preview: Preview; failure?: string }
  | { step: 'failed'; reason: string }

/** The previews of a text: the URLs of its cards in order, and the state of each preview. */
export type Previews<Preview> = {
  wanted: ReadonlySet<string>
  states: ReadonlyMap<string, PreviewState<Preview>>
}

export type PreviewEvent<Preview> =
  /** Sets the cards of the text. */
  | { type: 'want'; urls: Iterable<string> }
  | { type: 'arrived'; url: string; preview: Preview }
  | { type: 'failed'; url: string; reason: string }
  /** Requests a fetch or a refresh. */
  | { type: 'again'; url: string }

/** A side effect to execute after an event. */
export type PreviewCommand =
  | { type: 'fetch'; url: string; anew: boolean }
  | { type: 'cancel'; url: string }

export const noPreviews: Previews<never> = { wanted: new Set(), states: new Map() }

/**
 * Computes the next state and the commands for an event, without side effects. Runs at most three
 * fetches, and only for cards in the text. Keeps a fetched preview after its card is removed, so
 * that undo shows it at once. Does not keep failures.
 */
export function stepPreviews<Preview>(
  { wanted, states }: Previews<Preview>,
  event: PreviewEvent<Preview>,
): { previews: Previews<Preview>; commands: PreviewCommand[] } {
  const next = new Map(states)
  const commands: PreviewCommand[] = []
  let wants = wanted
  switch (event.type) {
    case 'want':
      wants = new Set(event.urls)
      commands.push(...dropUnwanted(next, wants))
      for (const url of wants) if (!next.has(url)) next.set(url, { step: 'waiting', anew: false })
      break
    case 'arrived':
      if (next.get(event.url)?.step === 'fetching')
        next.set(event.url, { step: 'done', preview: event.preview })
      break
    case 'failed':
      fail(next, event)
      break
    case 'again':
      askAgain(next, wants, event.url)
      break
  }
  commands.push(...beginFetches(next, wants))
  return { previews: { wanted: wants, states: next }, commands }
}

type States<Preview> = Map<string, PreviewState<Preview>>

function dropUnwanted<Preview>(
  states: States<Preview>,
  wanted: ReadonlySet<string>,
): PreviewCommand[] {
  const commands: PreviewCommand[] = []
  for (const [url, state] of states) {
    if (wanted.has(url) || state.step === 'done') continue
    if (state.step === 'fetching') commands.push({ type: 'cancel', url })
    if (state.step !== 'failed' && state.before !== undefined)
      states.set(url, { step: 'done', preview: state.before })
    else states.delete(url)
  }
  return commands
}

/** Keeps the previous preview of a card after a failed refresh, with the error. */
function fail<Preview>(
  states: States<Preview>,
  { url, reason }: { url: string; reason: string },
): void {
  const state = states.get(url)
  if (state?.step !== 'fetching') return
  states.set(
    url,
    state.before === undefined
      ? { step: 'failed', reason }
      : { step: 'done', preview: state.before, failure: reason },
  )
}

function askAgain<Preview>(
  states: States<Preview>,
  wanted: ReadonlySet<string>,
  url: string,
): void {
  const state = states.get(url)
  if (!wanted.has(url)) return
  if (state?.step === 'done')
    states.set(url, { step: 'waiting', anew: true, before: state.preview })
  if (state?.step === 'failed') states.set(url, { step: 'waiting', anew: true })
}

function beginFetches<Preview>(
  states: States<Preview>,
  wanted: ReadonlySet<string>,
): PreviewCommand[] {
  let free = fetchesMax
  for (const { step } of states.values()) if (step === 'fetching') free--
  const commands: PreviewCommand[] = []
  for (const url of wanted) {
    if (free <= 0) break
    const state = states.get(url)
    if (state?.step !== 'waiting') continue
    states.set(url, { ...state, step: 'fetching' })
    commands.push({ type: 'fetch', url, anew: state.anew })
    free--
  }
  return commands
}

/** How many previews are fetched at once. */
export const fetchesMax = 3

/** How far the preview of one URL has come. `before` is what it showed until it was asked for anew. */
export type PreviewState<Preview> =
  | { step: 'waiting' | 'fetching'; anew: boolean; before?: Preview }
  /** `failure`: why it could not be renewed when somebody asked for it once more. */
  | { step: 'done'; preview: Preview; failure?: string }
  | { step: 'failed'; reason: string }

/** All that is known of the previews of a text: which it has cards for now, in their order, and how far each has come. */
export type Previews<Preview> = {
  wanted: ReadonlySet<string>
  states: ReadonlyMap<string, PreviewState<Preview>>
}

export type PreviewEvent<Preview> =
  /** These are the cards of the text now. */
  | { type: 'want'; urls: Iterable<string> }
  | { type: 'arrived'; url: string; preview: Preview }
  | { type: 'failed'; url: string; reason: string }
  /** Somebody asked for it once more. */
  | { type: 'again'; url: string }

/** What is to be done in the world after an event. */
export type PreviewCommand =
  | { type: 'fetch'; url: string; anew: boolean }
  | { type: 'cancel'; url: string }

export const noPreviews: Previews<never> = { wanted: new Set(), states: new Map() }

/**
 * What becomes of the previews with an event, as data alone. At most three are fetched at once, and none that no card
 * wants. What has arrived is kept when its card goes: who undoes that sees it at once. A failure is not.
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

/** A card that could not be renewed stays what it was, and can say so. */
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

/** A measured value, the baseline from the same run, and the required limit. */
export type Figure = {
  what: string
  ours: string
  baseline: string
  ratio: string
  target: string
  reached: boolean
}

export function show(figure: Figure): Figure {
  console.log(
    `${figure.reached ? '✓' : '✗'} ${figure.what}: ${figure.ours}, baseline ` +
      `${figure.baseline} (${figure.ratio}; target ${figure.target})`,
  )
  return figure
}

/** Reports a throughput relative to a baseline. The ratio must be at least `least`. */
export function throughputFigure(
  what: string,
  measured: { ours: number; baseline: number; ratio: number },
  least: number,
  ofWhat = 'requests/s to an empty handler',
): Figure {
  return show({
    what,
    ours: `${measured.ours.toFixed(0)} requests/s`,
    baseline: `${measured.baseline.toFixed(0)} ${ofWhat}`,
    ratio: `${measured.ratio.toFixed(2)} ×`,
    target: `≥ ${least} ×`,
    reached: measured.ratio >= least,
  })
}

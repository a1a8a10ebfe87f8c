/**
 * Forbidden targets for link previews: spellings of this machine and of private networks, and names
 * that resolve to them. The port of the target is added where a spelling has none.
 */

const words = (text: string) => text.trim().split(/\s+/)

/** The local machine in every spelling that some parser accepts. */
const loopback = words(`
  127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 127.000.000.001 0177.0.0.1 0177.0.0.01 0177.1
  017700000001
  0x7f.0.0.1 0x7f.1 0x7F000001 0x7f000001 0x07f.0x0.0x0.0x1 2130706433 127.0x0.0.01
  １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡1 ①②⑦.⓪.⓪.① ⓵⓶⓻.0.0.1 %31%32%37.0.0.1
  127%2e0%2e0%2e1 %EF%BC%91%EF%BC%92%EF%BC%97.1
  0 0.0.0.0 00 0x0 0.0 0.1.2.3
  [::1] [::1]. [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::] [::0.0.0.1]
  [::0.0.0.0] [0::1]
  [::ffff:127.0.0.1] [::FFFF:127.0.0.1] [::ffff:7f00:1] [::ffff:7f00:0001]
  [0:0:0:0:0:ffff:127.0.0.1] [::ffff:0.0.0.0] [::ffff:0:127.0.0.1]
  [::127.0.0.1] [::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1]
  [2002:7f00:1::] [2002:7f00:0001::1]
  [2001:0:7f00:1::] [2001::80ff:fffe] [2001:0:0:0:0:0:80ff:fffe] [::1%25lo] [::1%lo]
  [fe80::1%25eth0] [fe80::1%251]
  localhost LOCALHOST LocalHost. localhost.. a.localhost a.b.LOCALHOST. ⓛⓞⓒⓐⓛⓗⓞⓢⓣ
  ｌｏｃａｌｈｏｓｔ loc%61lhost localhost.localdomain.local ip6-localhost`)

/** Networks outside the public internet, including the metadata services of clouds. */
const otherNetworks = words(`
  10.0.0.1 10.255.255.255 012.0.0.1 0xa.1 167772161 172.16.0.1 172.31.255.255 0xac100001
  192.168.0.1 192.168.1.254 0xc0a80001 3232235521
  169.254.169.254 169.254.169.254. 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518
  0xA9.0xFE.0xA9.0xFE 169.254.170.2 169.254.0.1
  １６９.２５４.１６９.２５４ [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [64:ff9b::a9fe:a9fe]
  [2002:a9fe:a9fe::] [fd00:ec2::254] [fd20:ce::254]
  100.64.0.1 100.100.100.200 100.127.255.255 168.63.129.16 0xa83f8110 192.0.0.1 192.0.0.192
  192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 0xffffffff 4294967295
  [fc00::1] [fd12:3456:789a::1] [fe80::1] [fec0::1] [ff02::1] [ff0e::1] [100::1] [2001:db8::1]
  [2001:2::1] [2001:10::1] [2001:20::1] [3fff::1]
  [5f00::1] [4000::1] [8000::1] [::ffff:10.0.0.1] [::10.0.0.1] [64:ff9b::192.168.0.1]
  [2002:c0a8:1::] [2002:a00:1::]
  metadata metadata.google.internal instance-data.ec2.internal
  kubernetes.default.svc.cluster.local intranet intranet. printer.local
  router.lan router.home nas.home.arpa home.arpa db.corp a.test a.example a.invalid
  facebookcorewwwi.onion vault.internal.. consul.LOCAL`)

/**
 * Strings that are not URLs of a page, or only for lenient parsers. `TARGET` is replaced by the
 * address and port of the target.
 */
const malformed = [
  'TARGET',
  '//TARGET/',
  '/TARGET',
  '///TARGET',
  '\\\\TARGET',
  'http:TARGET',
  'http:/TARGET',
  'http:\\\\TARGET',
  'http://',
  'http:///',
  'http:',
  'https://?',
  '',
  'http://[::1',
  'http://::1/',
  'http://[127.0.0.1]/',
  'http://[::ffff:127.0.0.1.]/',
  'http://[:::1]/',
  'http://127.0.0.1:http/',
  'http://1.1.1.1:99999/',
  'http://user@TARGET/',
  'http://user:password@TARGET/',
  'http://1.1.1.1@TARGET/',
  'http://1.1.1.1:80@TARGET/',
  'http://TARGET@example.org/',
  'http://:@TARGET/',
  'https://example.org;@TARGET/',
  'http://TARGET\\@example.org/',
  'http://example.org%40TARGET/',
  'http://exa mple.org/',
  'ftp://TARGET/',
  'file:///etc/passwd',
  'file://TARGET/etc/passwd',
  'gopher://TARGET/_GET%20/',
  'dict://TARGET/stats',
  'ldap://TARGET/',
  'tftp://TARGET/',
  'ws://TARGET/',
  'javascript:fetch("http://TARGET")',
  'data:text/html,<title>a</title>',
  'blob:http://TARGET/a',
  'about:blank',
  'view-source:http://TARGET/',
  'jar:http://TARGET!/',
  'mailto:a@TARGET',
  'feed:http://TARGET/',
  'url:http://TARGET/',
  'netdoc:///etc/passwd',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  'https://example.org:22/',
  'http://example.org:25/',
  'http://example.org:3306/',
  'http://example.org:5432/',
  'http://example.org:6379/',
  'http://example.org:0/',
]

/**
 * URLs of another host, for any suffix: a parser that mistakes the target for the host would
 * connect to it.
 */
const disguised = [
  'http://example.org#@TARGET/',
  'http://example.org:80\\@TARGET/',
  'http://example.org?@TARGET/',
  'http://example.org/TARGET/',
]

/** A name for each list of forbidden addresses, resolved by the DNS server of the tests. */
const namedAddresses = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::80ff:fffe',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
].map((address) => [address])

/**
 * Allowed and forbidden addresses together: the allowed ones are public and must not be contacted
 * either.
 */
const mixtures = [
  ['1.1.1.1', '127.0.0.1'],
  ['127.0.0.1', '1.1.1.1'],
  ['1.1.1.1', '8.8.8.8', '10.0.0.1'],
  ['2606:4700:4700::1111', '::1'],
  ['1.1.1.1', '::1'],
  ['127.0.0.1', '2606:4700:4700::1111'],
  ['1.1.1.1', '::ffff:127.0.0.1'],
  ['1.1.1.1', '0.0.0.0'],
]

export type HostileTargets = {
  /** Rejected by their spelling with 400. */
  written: string[]
  /** URLs of a host that does not exist. */
  disguised: string[]
  /** Rejected after a lookup: their names and addresses. */
  named: Map<string, readonly string[]>
}

/**
 * Returns all targets.
 * @param targetPort a port on which the target listens on all addresses of this machine
 */
export function listHostileTargets(targetPort: number): HostileTargets {
  const insertTarget = (url: string) => url.replaceAll('TARGET', `127.0.0.1:${targetPort}`)
  const hosts = [...loopback, ...otherNetworks]
  return {
    written: [
      ...hosts.map((host) => `http://${host}:${targetPort}/`),
      ...loopback.map((host) => `https://${host}:${targetPort}/`),
      ...malformed.map(insertTarget),
    ],
    disguised: disguised.map(insertTarget),
    named: new Map(
      [...namedAddresses, ...mixtures].map((addresses, n) => [
        `target-${n}.afterword-test.org`,
        addresses,
      ]),
    ),
  }
}

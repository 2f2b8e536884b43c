// The order of the rooms, written once: `npm run check rooms`. A folder may import from the folders before it in its layer, and
// the layers are domain ← contract ← server and domain ← contract ← web.

/** The rooms of the page, lowest first. */
export const WEB_ROOMS = [
  ...['words', 'ui', 'api', 'lib', 'account', 'player', 'clip', 'body', 'find', 'kept', 'render', 'preview', 'drawing'],
  ...['lessons', 'share', 'compare', 'library', 'analysis', 'range', 'my-swings', 'check', 'app'],
];

/** The rooms of the server, and the other rooms that each may import. `site` and the files beside it may import all. */
const SERVER_ROOMS = {
  runtime: [],
  files: ['runtime'],
  database: ['runtime'],
  mp4: ['runtime'],
  drawing: ['runtime'],
  ffmpeg: ['runtime', 'files', 'mp4', 'drawing'],
  jobs: ['runtime', 'files', 'database'],
  mail: ['runtime', 'files', 'database'],
  uploads: ['runtime', 'files', 'database', 'ffmpeg'],
  shares: ['runtime', 'files', 'database', 'uploads'],
  accounts: ['runtime', 'files', 'database', 'mail'],
  library: ['runtime', 'files', 'database', 'ffmpeg'],
  comparisons: ['runtime', 'files', 'database', 'ffmpeg', 'mp4', 'drawing', 'jobs', 'uploads', 'library'],
  http: ['runtime', 'files', 'mp4', 'jobs', 'mail', 'uploads', 'shares', 'accounts', 'library', 'comparisons'],
};
/** What only the operators' calls read: the state of everything. */
const FOR_OPERATORS = ['database', 'ffmpeg'];

const among = (folders) => folders.join('|');

function rule(name, from, to) {
  return { name, severity: 'error', from: from ? { path: from } : {}, to };
}

export default {
  forbidden: [
    rule('no file imports itself through others', undefined, { circular: true }),
    rule('domain imports only domain', '^domain/', { pathNot: '^domain/' }),
    rule('contract imports domain and zod', '^contract/', { pathNot: '^(contract|domain)/|node_modules/zod/' }),
    rule('server and web never import each other', '^server/', { path: '^web/' }),
    rule('server and web never import each other', '^web/(?!build/|vite)', { path: '^server/' }),
    rule('the product never imports its tools', '^(domain|contract|server|web|content|scripts)/', { path: '^tools/' }),
    rule('ffmpeg knows no call', '^server/ffmpeg/', { path: '^contract/' }),
    ...Object.entries(SERVER_ROOMS).map(([room, others]) =>
      rule(`the order of rooms: server/${room}`, `^server/${room}/${room === 'http' ? '(?!ops/)' : ''}`, {
        path: '^server/',
        pathNot: `^server/(${among([room, ...others])})/`,
      }),
    ),
    rule('the order of rooms: server/http/ops', '^server/http/ops/', {
      path: '^server/',
      pathNot: `^server/(${among(['http', ...SERVER_ROOMS.http, ...FOR_OPERATORS])})/`,
    }),
    ...WEB_ROOMS.slice(0, -1).map((room, at) =>
      rule(`the order of rooms: web/${room}`, `^web/${room}/`, { path: `^web/(${among(WEB_ROOMS.slice(at + 1))})/` }),
    ),
  ],
  options: {
    // TypeScript 7 has no programming interface yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: '\\.test\\.tsx?$|^web/render/assembly/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};

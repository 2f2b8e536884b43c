// Method and path of every call, without schemas: the browser's client needs no zod for them.

/** Where a call goes. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path with Fastify's `:name` parameters. */
  readonly path: string;
}

/** The route of each call in calls.ts. */
export const ROUTES = {
  currentUser: { method: 'GET', path: '/api/auth/me' },
  signUp: { method: 'POST', path: '/api/auth/signup' },
  signOut: { method: 'POST', path: '/api/auth/logout' },
  requestAccountDeletion: { method: 'POST', path: '/api/auth/deletion' },
  googleSignUp: { method: 'GET', path: '/api/auth/google' },
  providerSignUp: { method: 'GET', path: '/api/auth/provider' },
  listGolfers: { method: 'GET', path: '/api/pro/list' },
  getGolfer: { method: 'GET', path: '/api/pro/:id' },
  addGolfer: { method: 'POST', path: '/api/pro/upload' },
  deleteGolfer: { method: 'DELETE', path: '/api/pro/:id' },
  storeGolferBody: { method: 'PUT', path: '/api/pro/:id/body' },
  correctFilmed: { method: 'PUT', path: '/api/pro/:id/filmed' },
  listDemos: { method: 'GET', path: '/api/demo/list' },
  adminCheck: { method: 'GET', path: '/api/admin/check' },
  adminLogin: { method: 'POST', path: '/api/admin/login' },
  adminLogout: { method: 'POST', path: '/api/admin/logout' },
  machineProblems: { method: 'GET', path: '/api/admin/problems' },
  siteSettings: { method: 'GET', path: '/api/admin/settings' },
  changeSettings: { method: 'PUT', path: '/api/admin/settings' },
  markNewsRead: { method: 'POST', path: '/api/admin/news' },
  sendTrialMail: { method: 'POST', path: '/api/admin/settings/mail' },
  listBackups: { method: 'GET', path: '/api/admin/backups' },
  beginBackup: { method: 'POST', path: '/api/admin/backups' },
  stopBackup: { method: 'DELETE', path: '/api/admin/backups/running' },
  downloadBackup: { method: 'GET', path: '/api/admin/backups/:name/archive' },
  restoreBackup: { method: 'POST', path: '/api/admin/backups/:name/restore' },
  restoreArchive: { method: 'POST', path: '/api/admin/restore' },
  uploadChunk: { method: 'POST', path: '/api/upload-chunk' },
  getUpload: { method: 'GET', path: '/api/uploads/:fileId' },
  cancelUpload: { method: 'DELETE', path: '/api/uploads/:fileId' },
  deleteMyVideos: { method: 'DELETE', path: '/api/my-videos' },
  createShare: { method: 'POST', path: '/api/shares' },
  openShare: { method: 'GET', path: '/api/shares/:id/content' },
  shareState: { method: 'POST', path: '/api/shares/:id/state' },
  withdrawShare: { method: 'POST', path: '/api/shares/:id/withdrawal' },
  shareTotals: { method: 'GET', path: '/api/admin/shares' },
  takeDownShare: { method: 'DELETE', path: '/api/admin/shares/:id' },
  makePreview: { method: 'POST', path: '/api/previews' },
  mergeVideos: { method: 'POST', path: '/api/merge-videos-chunked' },
  mergeDemo: { method: 'POST', path: '/api/merge-videos-demo' },
  downloadSpeed: { method: 'POST', path: '/api/download-video-speed' },
  renderDrawings: { method: 'POST', path: '/api/render-video-with-drawings' },
  listJobs: { method: 'GET', path: '/api/jobs' },
  cancelJob: { method: 'DELETE', path: '/api/jobs/:id' },
} as const satisfies Record<string, Route>;

/** The name of a call: a key of {@link ROUTES}. */
export type CallName = keyof typeof ROUTES;

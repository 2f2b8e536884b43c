// `npm start`: installs what is missing, builds the pages, and serves the site. A second start takes seconds.
import { buildPages, installBubblewrap, installFfmpeg, installPackages } from './prepare.mjs';
import { serve } from './serve.mjs';

// First, because where it may not be installed nothing should be left half done.
installFfmpeg();
const isFirstStart = installPackages();
// Later starts may have no network, and should not wait for one.
if (isFirstStart) installBubblewrap();
buildPages();
serve();

// Answers whether workers of this browser can read a camera's frames.
self.postMessage('MediaStreamTrackProcessor' in self);

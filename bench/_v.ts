import { execFileSync, spawnSync } from 'node:child_process';
import { benchSwings } from './bench-swings.ts';
import { mergeArgs } from '#server/ffmpeg/merge-args.ts';
const tools={ffmpegPath:'/usr/bin/ffmpeg',ffprobePath:'/usr/bin/ffprobe'};
const s=await benchSwings(tools);
const base=mergeArgs(s.plan,{user:s.user,pro:s.pro},'/tmp/me/v.mp4');
console.log(base.join(' '));
const rep=(f:(a:string[])=>string[])=>f([...base]);
const set=(a:string[],k:string,v:string)=>{const i=a.lastIndexOf(k);a[i+1]=v;return a;};
const ins=(a:string[],...x:string[])=>{const i=a.indexOf('-video_track_timescale');a.splice(i,0,...x);return a;};
const V:Record<string,string[]>={
 base,
 'dec1':rep(a=>a.map((x,i)=>a[i-1]==='-threads'?'1':x)),
 'bilinear':rep(a=>a.map(x=>x.replaceAll('flags=bicubic','flags=bilinear'))),
 'fastbil':rep(a=>a.map(x=>x.replaceAll('flags=bicubic','flags=fast_bilinear'))),
 'x264t2':rep(a=>ins(a,'-threads','2')),
 'x264t1':rep(a=>ins(a,'-threads','1')),
 'superfast22':rep(a=>ins(set(set(a,'-preset','superfast'),'-crf','21'))),
 'superfast-zl22':rep(a=>ins(set(set(a,'-preset','superfast'),'-crf','22'),'-tune','zerolatency,fastdecode')),
 'nullenc':(()=>{const a=[...base];const i=a.indexOf('-c:v');return [...a.slice(0,i),'-c:v','rawvideo','-f','null','-'];})(),
};
const only=process.argv.slice(2);
const r:Record<string,number[]>={};
for(let k=0;k<3;k++) for(const [n,a] of Object.entries(V)){ if(only.length&&!only.includes(n)) continue;
 const p=spawnSync('/usr/bin/time',['-f','%U %S %M','ffmpeg',...a],{encoding:'utf8'}); const [u,sy,m]=p.stderr.trim().split('\n').at(-1)!.split(' ').map(Number); (r[n]??=[]).push(u!+sy!); if(k===2) console.log(n,r[n]!.map(x=>x.toFixed(2)).join(' '),m,n==='nullenc'?'':execFileSync('stat',['-c','%s','/tmp/me/v.mp4'],{encoding:'utf8'}).trim()); }

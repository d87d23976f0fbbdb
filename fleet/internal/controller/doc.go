// Package controller rolls the configuration of a ConfigPool out to its assignments, on controller-runtime.
//
// A pass over a pool reads the pool from the server and everything else from informers, asks package rollout what to
// do, writes the status, and only then acts: it copies the content, moves assignments, and deletes copies that nothing
// names any more. Nothing is kept outside of the API server, so that a successor goes on wherever this process ends.
//
// Nothing is asked for again and again. What a pass depends on is watched, and changes of many assignments lead to one
// pass. The informers keep only what a decision needs: assignments and nodes without what they do not need, and
// ConfigMaps without their content.
package controller

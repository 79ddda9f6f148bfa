//! Searches over a real connection: stop, leaving, and many at once.

use crate::support::{Studio, events, studio};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Waits for a condition that other threads bring about; fails after ten seconds.
async fn eventually(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(10), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn is_searching(studio: &Studio, game: &str) -> bool {
    let id = game.rsplit('/').next().expect("an identifier");
    studio.app.sessions.find(id).is_some_and(|session| session.running().is_some())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_leaves_frees_its_engine() {
    let studio = studio(&["engine.searches=1"]);
    let game = studio.open("gomoku").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = studio::server::router(studio.app.clone(), address);
    let server = tokio::spawn(async move { axum::serve(listener, router).await });
    let mut client = TcpStream::connect(address).await.expect("a connection");
    let body = r#"{"endless":true}"#;
    let request = format!(
        "POST {game}/search HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    client.write_all(request.as_bytes()).await.expect("sent");
    let mut first = [0; 512];
    assert!(client.read(&mut first).await.expect("an answer") > 0);
    eventually("the search runs", || studio.app.searches.available_permits() == 0).await;
    drop(client);
    eventually("the engine is free", || studio.app.searches.available_permits() == 1).await;
    eventually("the session is free", || !is_searching(&studio, &game)).await;
    server.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stop_ends_a_search_and_keeps_its_result() {
    let studio = std::sync::Arc::new(studio(&[]));
    let game = studio.open("gomoku").await;
    let search = {
        let (studio, game) = (std::sync::Arc::clone(&studio), game.clone());
        tokio::spawn(async move {
            studio.ask("post", &format!("{game}/search"), Some(json!({ "endless": true }))).await
        })
    };
    eventually("the search runs", || is_searching(&studio, &game)).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    studio.ask("post", &format!("{game}/stop"), None).await;
    let found = events(&search.await.expect("it ends").text);
    let (name, row) = found.last().expect("a result");
    assert_eq!((name.as_str(), &row["ended"]), ("analysis", &json!("stopped")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_ends_the_search_of_its_game() {
    let studio = std::sync::Arc::new(studio(&[]));
    let game = studio.open("gomoku").await;
    let search = {
        let (studio, game) = (std::sync::Arc::clone(&studio), game.clone());
        let body = json!({ "endless": true, "play": true });
        tokio::spawn(async move { studio.ask("post", &format!("{game}/search"), Some(body)).await })
    };
    eventually("the search runs", || is_searching(&studio, &game)).await;
    let answer = studio.ask("post", &format!("{game}/moves"), Some(json!({ "move": "a1" }))).await;
    assert_eq!(answer.json["moves"], json!(["a1"]));
    search.await.expect("it ends");
    let answer = studio.ask("get", &game, None).await;
    assert_eq!(answer.json["moves"], json!(["a1"]), "the abandoned search plays nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_games_think_at_once_on_few_engines() {
    let studio = std::sync::Arc::new(studio(&["engine.searches=2", "engine.table-mib=1"]));
    let mut searches = Vec::new();
    for _ in 0..50 {
        let game = studio.open("connect-four").await;
        let studio = std::sync::Arc::clone(&studio);
        searches.push(tokio::spawn(async move {
            let body = json!({ "depth": 7, "play": true });
            let answer = studio.ask("post", &format!("{game}/search"), Some(body)).await;
            events(&answer.text).pop().map(|(name, _)| name)
        }));
    }
    for search in searches {
        assert_eq!(search.await.expect("it ends").as_deref(), Some("state"));
    }
    eventually("all engines are free", || studio.app.searches.available_permits() == 2).await;
}

<?php
/**
 * The sections of the settings screen.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** How to connect: by the command, or by hand. */
function show_unconnected() {
	if ( ! may_connect() ) {
		echo '<div class="tidings-card"><h2><span class="tidings-dot"></span> ' . esc_html__( 'Not connected', 'tidings' ) . '</h2><p>'
			. esc_html__( 'An administrator of the network connects this site.', 'tidings' ) . '</p></div>';
		return;
	}
	$login   = wp_get_current_user()->user_login;
	$command = 'npx tidings connect ' . untrailingslashit( home_url() ) . ' --user '
		. ( preg_match( '/^[\w.@-]+$/D', $login ) ? $login : "'" . str_replace( "'", "'\\''", $login ) . "'" );
	?>
	<div class="tidings-card">
		<h2><span class="tidings-dot"></span> <?php esc_html_e( 'Not connected', 'tidings' ); ?></h2>
		<?php if ( ! wp_is_application_passwords_available() ) : ?>
			<div class="notice notice-warning inline"><p><?php esc_html_e( 'Application passwords are switched off on this site. They need https; a security plugin may have switched them off, too. Without them nothing can be connected.', 'tidings' ); ?></p></div>
		<?php endif; ?>
		<p><?php esc_html_e( 'On the machine where the service runs, enter:', 'tidings' ); ?></p>
		<p><code class="tidings-command"><?php echo esc_html( $command ); ?></code></p>
		<p class="description">
			<?php
			printf(
				/* translators: %s: link to the profile */
				wp_kses( __( 'It asks for an application password: create one on <a href="%s">your profile</a>.', 'tidings' ), array( 'a' => array( 'href' => array() ) ) ),
				esc_url( admin_url( 'profile.php#application-passwords-section' ) )
			);
			?>
		</p>
		<details>
			<summary><?php esc_html_e( 'Connect manually', 'tidings' ); ?></summary>
			<p><?php esc_html_e( 'For sites that the service cannot reach from outside. Afterwards this page shows the line that the service needs.', 'tidings' ); ?></p>
			<?php open_form( 'tidings_connect' ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="tidings-url"><?php esc_html_e( 'Service address', 'tidings' ); ?></label></th>
					<td><input type="url" required name="service_url" id="tidings-url" class="regular-text" placeholder="https://sms.example.com"></td>
				</tr>
				<tr>
					<th scope="row"><label for="tidings-secret"><?php esc_html_e( 'Secret', 'tidings' ); ?></label></th>
					<td><input type="text" name="secret" id="tidings-secret" class="regular-text code" maxlength="60" autocomplete="off" spellcheck="false">
						<p class="description"><?php esc_html_e( 'Leave it empty unless the service has one already.', 'tidings' ); ?></p></td>
				</tr>
			</table>
			<?php submit_button( __( 'Connect', 'tidings' ) ); ?>
			</form>
		</details>
	</div>
	<?php
}

/** The connection and whether it works. */
function show_connected() {
	$connection = connection();
	$line       = get_transient( 'tidings_line_' . get_current_user_id() );
	delete_transient( 'tidings_line_' . get_current_user_id() );
	// As long as the service has not been given the line, there is nothing to query.
	$state = $line ? array() : state_of_connection( ! asked_again() );
	?>
	<div class="tidings-card">
		<?php if ( $line ) : ?>
			<h2><span class="tidings-dot"></span> <?php esc_html_e( 'One more step', 'tidings' ); ?></h2>
			<p><?php esc_html_e( 'Add this line to the service’s environment, and start it again. It is shown this once; anybody who has it can read your users’ numbers.', 'tidings' ); ?></p>
			<p><code class="tidings-command"><?php echo esc_html( $line ); ?></code></p>
		<?php else : ?>
			<h2><span class="tidings-dot <?php echo $state['good'] ? 'is-good' : 'is-bad'; ?>"></span>
				<?php echo $state['good'] ? esc_html__( 'Connected', 'tidings' ) : esc_html__( 'Connected, but not working', 'tidings' ); ?></h2>
			<p><?php echo esc_html( $state['message'] ); ?></p>
			<?php if ( $state['answers'] && capabilities_of( wp_get_current_user() ) ) : ?>
				<p><a class="button button-primary" href="<?php echo esc_url( console_url() ); ?>"><?php esc_html_e( 'Open the console', 'tidings' ); ?></a></p>
			<?php endif; ?>
			<?php if ( ! $state['answers'] ) : ?>
				<p><a class="button" href="<?php echo esc_url( wp_nonce_url( screen_url( 'again' ), 'tidings_again' ) ); ?>"><?php esc_html_e( 'Try again', 'tidings' ); ?></a></p>
			<?php endif; ?>
			<?php if ( $state['sandbox'] ) : ?>
				<div class="notice notice-warning inline"><p><?php echo esc_html( sandbox_warning() ); ?></p></div>
			<?php endif; ?>
		<?php endif; ?>
		<table class="form-table" role="presentation">
			<tr><th scope="row"><?php esc_html_e( 'Service address', 'tidings' ); ?></th><td><code><?php echo esc_html( $connection['url'] ); ?></code></td></tr>
			<tr><th scope="row"><?php esc_html_e( 'API on this site', 'tidings' ); ?></th><td><code><?php echo esc_html( rest_url( 'svc/v1' ) ); ?></code></td></tr>
			<tr><th scope="row"><?php esc_html_e( 'Since', 'tidings' ); ?></th><td><?php echo esc_html( wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $connection['since'] ) ); ?></td></tr>
		</table>
		<details>
			<summary><?php esc_html_e( 'End the connection', 'tidings' ); ?></summary>
			<p><?php esc_html_e( 'The API stops answering on this site, forms and texts about posts stop, and the service can read no numbers. To connect again it needs a new line.', 'tidings' ); ?></p>
			<?php
			open_form( 'tidings_disconnect' );
			submit_button( __( 'Disconnect', 'tidings' ), 'secondary', 'submit', false );
			?>
			</form>
		</details>
	</div>
	<?php
}

/**
 * Whether the administrator requested a check, and waits for it.
 *
 * @return bool
 */
function asked_again() {
	return isset( $_GET['_wpnonce'] ) && wp_verify_nonce( sanitize_key( $_GET['_wpnonce'] ), 'tidings_again' );
}

/** Which roles may do what. */
function show_roles() {
	$labels = array(
		'svc_sendsms'     => __( 'Send', 'tidings' ),
		'svc_subscribers' => __( 'Subscribers', 'tidings' ),
		'svc_outbox'      => __( 'Log', 'tidings' ),
		'svc_inbox'       => __( 'Inbox', 'tidings' ),
		'svc_setting'     => __( 'Settings', 'tidings' ),
	);
	?>
	<h2><?php esc_html_e( 'Who may do what', 'tidings' ); ?></h2>
	<p><?php esc_html_e( 'Administrators may do everything. Tick what other roles may do.', 'tidings' ); ?></p>
	<?php open_form( 'tidings_roles' ); ?>
	<div class="tidings-scroll"><table class="widefat striped tidings-roles">
		<thead><tr><th scope="col"><?php esc_html_e( 'Role', 'tidings' ); ?></th>
			<?php foreach ( $labels as $label ) : ?>
				<th scope="col"><?php echo esc_html( $label ); ?></th>
			<?php endforeach; ?>
		</tr></thead>
		<tbody>
		<?php foreach ( changeable_roles() as $name => $role ) : ?>
			<tr><th scope="row"><?php echo esc_html( translate_user_role( wp_roles()->role_names[ $name ] ) ); ?></th>
			<?php foreach ( $labels as $capability => $label ) : ?>
				<td><input type="checkbox" name="<?php echo esc_attr( "grant[$name][]" ); ?>" value="<?php echo esc_attr( $capability ); ?>"
					aria-label="<?php echo esc_attr( translate_user_role( wp_roles()->role_names[ $name ] ) . ': ' . $label ); ?>" <?php checked( $role->has_cap( $capability ) ); ?>></td>
			<?php endforeach; ?>
			</tr>
		<?php endforeach; ?>
		</tbody>
	</table></div>
	<?php
	show_role_legend( $labels );
	submit_button( __( 'Save roles', 'tidings' ), 'secondary' );
	?>
	</form>
	<?php
}

/**
 * What each of the capabilities allows.
 *
 * @param string[] $labels By capability.
 */
function show_role_legend( $labels ) {
	$meanings = array(
		'svc_sendsms'     => __( 'text anybody, now or later', 'tidings' ),
		'svc_subscribers' => __( 'read, add and remove subscribers and their groups', 'tidings' ),
		'svc_outbox'      => __( 'read every text that was sent, with its number', 'tidings' ),
		'svc_inbox'       => __( 'read the replies', 'tidings' ),
		'svc_setting'     => __( 'credit, gateways, webhooks, texts about orders, privacy requests', 'tidings' ),
	);
	echo '<p class="description tidings-legend">';
	foreach ( $labels as $capability => $label ) {
		/* translators: 1: name of a right, 2: what it allows */
		echo esc_html( sprintf( __( '%1$s: %2$s.', 'tidings' ), $label, $meanings[ $capability ] ) ) . '<br>';
	}
	echo '</p>';
}

/**
 * The newsletter's groups by name, or a field for their ids while the service does not return the names.
 *
 * @param int[] $chosen Groups that are texted now.
 */
function show_group_choice( $chosen ) {
	$names = group_names( true );
	if ( ! $names ) {
		echo '<input type="text" name="groups" aria-label="' . esc_attr__( 'Groups', 'tidings' ) . '" value="' . esc_attr( implode( ', ', $chosen ) ) . '" placeholder="1, 2">';
		echo '<p class="description">' . esc_html__( 'Ids of the newsletter groups that get the text.', 'tidings' ) . '</p>';
	}
	// Groups that the service no longer lists, or that are not among the first hundred, stay selected until they are
	// deselected.
	foreach ( $names ? array_unique( array_merge( array_keys( $names ), $chosen ) ) : array() as $id ) {
		echo '<p><label><input type="checkbox" name="groups[]" value="' . esc_attr( (string) $id ) . '" ' . checked( in_array( $id, $chosen, true ), true, false ) . '> ' . esc_html( group_name( $id, $names ) ) . '</label></p>';
	}
}

/** Texts about new posts. */
function show_post_settings() {
	$settings = post_settings();
	$fault    = get_option( 'tidings_post_fault' );
	?>
	<h2><?php esc_html_e( 'Texts about new posts', 'tidings' ); ?></h2>
	<?php open_form( 'tidings_posts' ); ?>
	<table class="form-table" role="presentation">
		<tr><th scope="row"><?php esc_html_e( 'New posts', 'tidings' ); ?></th>
			<td><label><input type="checkbox" name="enabled" value="1" <?php checked( $settings['enabled'] ); ?>> <?php esc_html_e( 'Text the subscribers when a post is published, once', 'tidings' ); ?></label>
			<p class="description"><?php esc_html_e( 'Posts that were drafts, pending or scheduled; not pages, and not what an importer or a program publishes at once. Whoever publishes a post sees this in advance and can prevent it.', 'tidings' ); ?></p></td></tr>
		<tr><th scope="row"><?php esc_html_e( 'Groups', 'tidings' ); ?></th>
			<td><fieldset><legend class="screen-reader-text"><?php esc_html_e( 'Groups', 'tidings' ); ?></legend>
				<?php show_group_choice( $settings['groups'] ); ?></fieldset></td></tr>
		<tr><th scope="row"><label for="tidings-template"><?php esc_html_e( 'Text', 'tidings' ); ?></label></th>
			<td><textarea name="template" id="tidings-template" rows="3" class="large-text tidings-template" maxlength="1000"><?php echo esc_textarea( $settings['template'] ); ?></textarea>
			<p class="description"><?php esc_html_e( '{title}, {link} and {site} are filled in. A text of more than 160 characters, or of more than 70 if it has characters outside the GSM alphabet, is charged as several.', 'tidings' ); ?></p></td></tr>
	</table>
	<?php if ( is_copy() ) : ?>
		<div class="notice notice-warning inline"><p><?php esc_html_e( 'This is a copy of the site that was connected: its posts are not texted.', 'tidings' ); ?></p></div>
	<?php endif; ?>
	<?php if ( $fault ) : ?>
		<div class="notice notice-warning inline"><p><?php echo esc_html( $fault ); ?></p></div>
	<?php endif; ?>
	<?php submit_button( __( 'Save', 'tidings' ), 'secondary' ); ?>
	</form>
	<?php
}
